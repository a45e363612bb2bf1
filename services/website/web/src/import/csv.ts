import Papa from 'papaparse';
import { linesOf, type Sheet } from './table.ts';

/** The table of a CSV file, or of what was copied from a spreadsheet. */
export function sheetOfText(name: string, text: string): Sheet {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF?(?:sep=.\r?\n)?/, ''));
  return { name, lines: linesOf(data) };
}

/** A CSV file of rows, with a mark that makes Excel read its accents. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${Papa.unparse(rows as string[][])}\r\n`;
}
