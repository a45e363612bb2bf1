import Papa from 'papaparse';
import { Refusal } from '../api/refusal.ts';
import { linesOf, type Sheet } from './table.ts';

const mostColumns = 100;

/** The table of a CSV file, or of what was copied from a spreadsheet. Throws Refusal where it is too wide to match, or has a quotation mark without its pair. */
export function sheetOfText(name: string, text: string): Sheet {
  const plain = text.replace(/^\uFEFF?(?:sep=.\r?\n)?/, '');
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) });
  // What follows such a mark could be lines that became part of one cell.
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault) {
    const message = `Row ${(fault.row ?? 0) + 1} has a quotation mark that does not end its cell. Remove it, or save the file again as CSV.`;
    throw new Refusal('invalid_request', { message });
  }
  if (data.some((row) => row.length > mostColumns)) {
    throw new Refusal('invalid_request', { message: `This has more than ${mostColumns} columns.` });
  }
  return { name, lines: linesOf(data) };
}

/** The character that stands in the most lines. Where several do, a comma is part of an amount. */
function delimiterOf(text: string): string {
  const lines = text.split('\n', 200);
  const counts = ['\t', ';', '|', ','].map(
    (mark) => [mark, lines.filter((line) => line.includes(mark)).length] as const,
  );
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** A CSV file of rows, with a mark that makes Excel read its accents. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${Papa.unparse(rows as string[][])}\r\n`;
}
