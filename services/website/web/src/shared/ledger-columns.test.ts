import { expect, test } from 'vitest';
import { guessColumns, unusedColumns } from './ledger-columns.ts';

test.each([
  ['Payment', 'payment'],
  ['Payment amount', 'payment'],
  ['Amount due', 'charge'],
  ['Balance due', 'balance'],
  ['Amount', 'amount'],
  ['Charge Payment', 'ignore'],
  ['Payment Balance', 'ignore'],
  ['Payment no.', 'ignore'],
  ['Receipt #', 'ignore'],
  ['Total charges', 'ignore'],
  ['Ref', 'ignore'],
  ['Unit', 'ignore'],
  ['Square feet', 'ignore'],
  ['', 'amount'],
] as const)('numbers under "%s" are %s', (name, kind) => {
  const rows = [
    ['2026-05-01', '1400'],
    ['2026-06-01', '900'],
  ];
  expect(guessColumns({ header: ['Date', name], rows })).toEqual(['date', kind]);
});

test.each([
  ['Due date', '5/1/2026', 'date'],
  ['Payment notes', 'by mail', 'memo'],
  ['Payment type', 'Debit card', 'ignore'],
  ['Card', 'Debit', 'memo'],
  ['Charge or payment', 'Charge', 'type'],
  ['', 'Charge', 'type'],
] as const)('under "%s" the text "%s" is %s', (name, cell, kind) => {
  expect(guessColumns({ header: [name], rows: [[cell]] })).toEqual([kind]);
});

test('which of two columns of numbers without names is the amount, a person says', () => {
  const rows = [['2026-05-01', '1001', '1400']];
  expect(guessColumns({ header: null, rows })).toEqual(['date', 'ignore', 'ignore']);
  expect(guessColumns({ header: ['Date', '', 'Balance'], rows })).toEqual(['date', 'ignore', 'balance']);
});

test('a table of more rows than a call takes arguments is read', () => {
  expect(guessColumns({ header: null, rows: Array.from({ length: 500_000 }, () => ['5/1/2026']) })).toEqual(['date']);
});

test('a column with days or amounts that is not used is named', () => {
  const header = ['Date', 'Posted', 'Charges', 'Other charges', 'Late fee', 'Check #', 'Unit', 'Notes', ''];
  const rows = [['5/1/2026', '5/2/2026', '1400', '35.00', '0.00', '1017', '', 'by mail', '12']];
  const columns = guessColumns({ header, rows });
  expect(columns.slice(0, 5)).toEqual(['date', 'ignore', 'charge', 'ignore', 'ignore']);
  expect(unusedColumns({ header, rows }, columns)).toEqual(['Posted', 'Other charges', 'Column 9']);
});
