import { expect, test } from 'vitest';
import { guessColumns } from './ledger-columns.ts';

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
