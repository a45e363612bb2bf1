/** A table of text, from a CSV file, a paste or one sheet of a workbook. Empty lines are left out. */
export interface Sheet {
  name: string;
  lines: readonly Line[];
}

export interface Line {
  /** The row in the file, as a spreadsheet counts it. */
  row: number;
  cells: readonly string[];
  /** Whether a filter or a person has hidden the row in the workbook. */
  isHidden?: boolean;
}

/** The lines of rows of cells. */
export function linesOf(rows: readonly (readonly string[])[], isHidden?: (index: number) => boolean): Line[] {
  return rows.flatMap((row, index) => {
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) return [];
    return [{ row: index + 1, cells, ...(isHidden?.(index) === true && { isHidden: true }) }];
  });
}

/** What a line says, as it is written there. */
export function writtenIn({ cells }: Line): string {
  return cells.filter((cell) => cell !== '').join(' · ');
}

const keys = new WeakMap<Sheet, number>();
let lastKey = 0;

/** A number that no other sheet has: what was said about one table says nothing about another. */
export function keyOf(sheet: Sheet): number {
  const key = keys.get(sheet) ?? (lastKey += 1);
  keys.set(sheet, key);
  return key;
}
