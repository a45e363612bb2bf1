import Papa from 'papaparse';

/** A table of text, from a CSV file, one sheet of a workbook or a PDF. Empty lines are left out. */
export interface Sheet {
  name: string;
  rows: readonly (readonly string[])[];
  /** Where each row is in the file, in words. */
  places?: readonly string[];
  /** The PDF that it was read from, and where each row is on its pages. */
  pdf?: Uint8Array<ArrayBuffer>;
  marks?: readonly Mark[];
}

/** A line of a page, in points from its upper edge. */
export interface Mark {
  page: number;
  top: number;
  bottom: number;
}

/** The table of a CSV file, or of what was copied from a spreadsheet. */
export function sheetOfText(name: string, text: string): Sheet & { rows: string[][] } {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''));
  const trimmed = data.map((row, line) => ({ cells: row.map((cell) => cell.trim()), place: rowName(line) }));
  const filled = trimmed.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { name, rows: filled.map(({ cells }) => cells), places: filled.map(({ place }) => place) };
}

/** A row of a file as a spreadsheet counts it, from its place. */
export function rowName(line: number): string {
  return `Row ${line + 1}`;
}

/** The rows of `sheetOfText`. */
export function rowsOfText(text: string): string[][] {
  return sheetOfText('', text).rows;
}

/** A table as text that `rowsOfText` reads back. */
export function textOfRows(rows: Sheet['rows']): string {
  return Papa.unparse(rows as string[][], { delimiter: '\t', newline: '\n' });
}
