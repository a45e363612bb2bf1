import Papa from 'papaparse';

/** A table of text, from a CSV file or from one sheet of a workbook. Empty lines are left out. */
export interface Sheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** The rows of a CSV file, or of what was copied from a spreadsheet. */
export function rowsOfText(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** A table as text that `rowsOfText` reads back. */
export function textOfRows(rows: Sheet['rows']): string {
  return Papa.unparse(rows as string[][], { delimiter: '\t', newline: '\n' });
}
