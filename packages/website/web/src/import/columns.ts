import type { DateOrder } from './dates.ts';
import { headingLineOf, knownIn, proposeMeanings, repeatable } from './headings.ts';
import type { Line, Sheet } from './table.ts';

/** A table, with the meanings that the user assigned to its columns. */
export interface Columns<M extends string> {
  sheet: Sheet;
  /** The index of the line with the headings. -1 if the table has none. */
  headingAt: number;
  /** The meaning of each column. Empty for an unused column. */
  meanings: readonly (M | '')[];
  orders: ReadonlyMap<number, DateOrder>;
  /** Whether hidden rows are read too. Null until the user has decided. */
  readsHidden: boolean | null;
}

type Known<M extends string> = Readonly<Partial<Record<M, string>>>;

/**
 * Proposes meanings for a table's columns. Meanings that were confirmed earlier for the same headings take precedence
 * over those that the headings suggest.
 */
export function columnsOf<M extends string>(
  sheet: Sheet,
  known: Known<M>,
  headingAt = headingLineOf(sheet.lines, known),
): Columns<M> {
  const headings = sheet.lines[headingAt]?.cells ?? [];
  const width = sheet.lines.slice(headingAt + 1).reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const all = Array.from({ length: Math.max(width, headings.length) }, (_, at) => headings[at] ?? '');
  const meanings = remembered(all, known) ?? proposeMeanings(all, known);
  const hasHidden = sheet.lines.some(({ isHidden }) => isHidden);
  return { sheet, headingAt, meanings, orders: new Map(), readsHidden: hasHidden ? null : false };
}

/** Returns the sheet with the most known headings, or null if no sheet has a line with two of them. */
export function sheetOf(sheets: readonly Sheet[], known: Known<string>): Sheet | null {
  const counts = sheets.map(({ lines }) => knownIn(lines[headingLineOf(lines, known)]?.cells ?? [], known));
  const most = Math.max(0, ...counts);
  return most > 1 ? (sheets[counts.indexOf(most)] ?? null) : null;
}

export function headingsOf({ sheet, headingAt, meanings }: Columns<string>): string[] {
  const cells = sheet.lines[headingAt]?.cells ?? [];
  return meanings.map((_, at) => (cells[at] ?? '').replaceAll(/\s+/g, ' '));
}

/** Returns the heading of a column, or its position if it has none. */
export function headingOf(headings: readonly string[], column: number): string {
  return headings[column] || `Column ${column + 1}`;
}

/** Returns whether a line repeats the headings, as at the top of a printed page. */
export function repeatsHeadings({ cells }: Line, headings: readonly string[]): boolean {
  return headings.some(Boolean) && headings.every((heading, column) => heading === (cells[column] ?? ''));
}

/**
 * Returns the number of cells that most lines have, and at least the number of headings. In a line with more cells, an
 * unquoted comma has shifted the values.
 */
export function widthOf(columns: Columns<string>): number {
  const counts = new Map<number, number>();
  for (const { cells } of linesBelow(columns)) {
    if (cells.filter((cell) => cell !== '').length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [usual = 0] = [...counts].reduce<readonly number[]>((best, one) => (one[1] > (best[1] ?? 0) ? one : best), []);
  return Math.max(usual, columns.sheet.lines[columns.headingAt]?.cells.length ?? 0);
}

/** Returns the lines above the headings. */
export function titlesOf({ sheet, headingAt }: Columns<string>): readonly Line[] {
  return sheet.lines.slice(0, Math.max(0, headingAt));
}

/** Returns the lines below the headings. Hidden lines are included only if the user wants to read them. */
export function linesBelow({ sheet, headingAt, readsHidden }: Columns<string>): readonly Line[] {
  return sheet.lines.slice(headingAt + 1).filter(({ isHidden }) => isHidden !== true || readsHidden === true);
}

export function hiddenIn({ sheet, headingAt }: Columns<string>): number {
  return sheet.lines.slice(headingAt + 1).filter(({ isHidden }) => isHidden).length;
}

/** Assigns a meaning to a column. If a table can have only one column with that meaning, the previous one loses it. */
export function withMeaning<M extends string>(columns: Columns<M>, at: number, meaning: M | ''): Columns<M> {
  const meanings = columns.meanings.map((one, index) => {
    if (index === at) return meaning;
    return one === meaning && !repeatable.has(one) ? '' : one;
  });
  return { ...columns, meanings };
}

/** Returns the headings of unused columns that aren't empty. */
export function unusedIn(columns: Columns<string>): string[] {
  const headings = headingsOf(columns);
  const lines = linesBelow(columns);
  return columns.meanings.flatMap((meaning, at) => {
    const isUsed = meaning !== '' || !lines.some(({ cells }) => (cells[at] ?? '') !== '');
    return isUsed ? [] : [headingOf(headings, at)];
  });
}

const memory = 'import-columns';

/** Remembers in this browser what the columns with exactly these headings mean. */
export function remember(columns: Columns<string>): void {
  if (columns.headingAt === -1) return;
  localStorage.setItem(`${memory}:${JSON.stringify(headingsOf(columns))}`, JSON.stringify(columns.meanings));
}

/** Returns the meanings that were confirmed for these headings. Null if there are none for this kind of table. */
function remembered<M extends string>(headings: readonly string[], known: Known<M>): (M | '')[] | null {
  if (typeof localStorage === 'undefined') return null;
  const kept = localStorage.getItem(`${memory}:${JSON.stringify(headings.map((one) => one.replaceAll(/\s+/g, ' ')))}`);
  const meanings: (M | '')[] = JSON.parse(kept ?? '[]');
  const fits = meanings.length > 0 && meanings.every((meaning) => meaning === '' || meaning in known);
  return fits ? meanings : null;
}
