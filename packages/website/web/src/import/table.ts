/** A table of text from a CSV file, a paste or one sheet of a workbook. It contains no empty lines. */
export interface Sheet {
  name: string;
  lines: readonly Line[];
}

export interface Line {
  /** The row number in the file, as a spreadsheet counts it. */
  row: number;
  cells: readonly string[];
  /** Whether the row is hidden in the workbook, by a filter or by hand. */
  isHidden?: boolean;
}

/** Converts rows of cells into lines, without the empty rows. */
export function linesOf(rows: readonly (readonly string[])[], isHidden?: (index: number) => boolean): Line[] {
  return rows.flatMap((row, index) => {
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) return [];
    return [{ row: index + 1, cells, ...(isHidden?.(index) === true && { isHidden: true }) }];
  });
}

/** Returns the filled cells of a line as text. */
export function writtenIn({ cells }: Line): string {
  return cells.filter((cell) => cell !== '').join(' · ');
}

const keys = new WeakMap<Sheet, number>();
let lastKey = 0;

/**
 * Returns a number that is unique to this sheet. It is used as a key, because answers about one table don't apply to
 * another.
 */
export function keyOf(sheet: Sheet): number {
  const key = keys.get(sheet) ?? (lastKey += 1);
  keys.set(sheet, key);
  return key;
}
