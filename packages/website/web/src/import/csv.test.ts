import { expect, test } from 'vitest';
import { csvOf, sheetOfText } from './csv.ts';

const cellsOf = (text: string) => sheetOfText('', text).lines.map(({ cells }) => cells);

test.each([
  ['7/1/2026\t1,200.00\n7/5/2026\t-700.00', ['7/1/2026', '1,200.00']],
  ['"Rent";"1,200.00"\n"Paid";"700.00"', ['Rent', '1,200.00']],
  ['Tenant,Owed\n"Terry; Alex",500', ['Tenant', 'Owed']],
  ['sep=;\nDate;Charge', ['Date', 'Charge']],
  ['\uFEFFDate,Charge', ['Date', 'Charge']],
])('%j is split at its delimiter', (text, first) => {
  expect(cellsOf(text)[0]).toEqual(first);
});

test('an unclosed quotation mark is refused, because its cell could hide lines', () => {
  expect(() => cellsOf('Date,Charge,Memo\n7/1/2026,1200,"Rent\n7/5/2026,700,Check')).toThrow(
    'Row 2 has a misplaced or unmatched quotation mark.',
  );
});

test('a table with more than 100 columns is refused', () => {
  expect(cellsOf('x\t'.repeat(99))[0]).toHaveLength(100);
  expect(() => cellsOf('x\t'.repeat(100))).toThrow('The table has more than 100 columns.');
});

test('a CSV file that was written can be read back', () => {
  const rows = [
    ['Memo', 'Amount'],
    ['Check, "late"', '1,400.00'],
  ];
  expect(cellsOf(csvOf(rows))).toEqual(rows);
});
