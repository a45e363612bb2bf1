import Papa from 'papaparse';
import { Refusal } from '../api/refusal.ts';
import { linesOf, type Sheet } from './table.ts';

const mostColumns = 100;

/**
 * Parses a CSV file, or cells copied from a spreadsheet. Throws Refusal if it has too many columns, or if a quotation
 * mark is never closed.
 */
export function sheetOfText(name: string, text: string): Sheet {
  const plain = text.replace(/^\uFEFF?(?:sep=.\r?\n)?/, '');
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) });
  // After an unclosed quotation mark, several lines could have merged into one cell.
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault) {
    const message = `Row ${(fault.row ?? 0) + 1} has a misplaced or unmatched quotation mark. Remove it, or save the file as CSV again.`;
    throw new Refusal('invalid_request', { message });
  }
  if (data.some((row) => row.length > mostColumns)) {
    throw new Refusal('invalid_request', { message: `The table has more than ${mostColumns} columns.` });
  }
  return { name, lines: linesOf(data) };
}

/**
 * Returns the delimiter that occurs in the most lines. If a comma ties with another delimiter, the other one wins,
 * because the commas are probably part of the amounts.
 */
function delimiterOf(text: string): string {
  const lines = text.split('\n', 200);
  const counts = ['\t', ';', '|', ','].map(
    (mark) => [mark, lines.filter((line) => line.includes(mark)).length] as const,
  );
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Formats rows as CSV, with a byte order mark so that Excel reads accented letters. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${Papa.unparse(rows as string[][])}\r\n`;
}
