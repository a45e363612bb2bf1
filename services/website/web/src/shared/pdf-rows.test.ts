import { expect, test } from 'vitest';
import { entriesOf, readTable } from '../pages/intake/ledger-import.ts';
import { guessColumns } from './ledger-columns.ts';
import { type PlacedText, rowsOfPages as readPages } from './pdf-rows.ts';

function rowsOfPages(pages: readonly (readonly PlacedText[])[]) {
  const table = readPages(pages);
  if (table === 'large') throw new Error('These pages are too large');
  return table;
}

function read(pages: readonly (readonly PlacedText[])[]) {
  const table = readTable(rowsOfPages(pages));
  const columns = guessColumns(table);
  const { entries, unread } = entriesOf(table, columns);
  return { columns, lines: entries.map(({ date, type, amount }) => [date, type, amount]), unread };
}

/** Text of ten points whose letters are five points wide: from `x`, or up to it where it is an amount. */
function at(x: number, y: number, text: string): PlacedText {
  const width = text.length * 5;
  return { text, x: /^[\d,.$()-]+$/.test(text) && text.includes('.') ? x - width : x, y, width, height: 10 };
}

const header = (y: number) => [
  at(50, y, 'Date'),
  at(120, y, 'Description'),
  at(300, y, 'Charge'),
  at(400, y, 'Payment'),
];
const page = [
  at(50, 40, 'Ledger of Terry Example'),
  ...header(80),
  at(330, 100, '1,400.00'),
  at(50, 100.4, '05/01/2026'),
  at(120, 100, 'Rent'),
  at(145, 100, 'May'),
  at(50, 120, '05/04/2026'),
  at(120, 120, 'Check 1017'),
  at(430, 120, '900.00'),
  at(120, 130, 'returned to the bank'),
  at(50, 150, 'Total'),
  at(330, 150, '1,400.00'),
  at(430, 150, '900.00'),
];

test('texts are put into rows and columns by where they stand, in whatever order a PDF has them', () => {
  const { rows, places } = rowsOfPages([page.toReversed()]);
  expect(rows).toEqual([
    ['Ledger of Terry Example', '', '', ''],
    ['Date', 'Description', 'Charge', 'Payment'],
    ['05/01/2026', 'Rent May', '1,400.00', ''],
    ['05/04/2026', 'Check 1017', '', '900.00'],
    ['', 'returned to the bank', '', ''],
    ['Total', '', '1,400.00', '900.00'],
  ]);
  expect(places[2]).toBe('Page 1, line 3');
});

test('the ledger of a PDF has its lines with their places, and says what it could not read', () => {
  const table = readTable(rowsOfPages([page, [...header(40), at(50, 60, '06/01/2026'), at(330, 60, '1,400.00')]]));
  const { entries, sources, unread } = entriesOf(table, guessColumns(table));
  expect(entries.map(({ date, type, amount }) => [date, type, amount])).toEqual([
    ['2026-05-01', 'charge', '1400.00'],
    ['2026-05-04', 'payment', '900.00'],
    ['2026-06-01', 'charge', '1400.00'],
  ]);
  expect(sources.map((row) => table.places?.[row])).toEqual(['Page 1, line 3', 'Page 1, line 4', 'Page 2, line 2']);
  expect(unread.map((line) => table.places?.[line - 1])).toEqual([
    'Page 1, line 5',
    'Page 1, line 6',
    'Page 2, line 1',
  ]);
});

test('a line that was printed as one text is split at its gaps', () => {
  const { rows } = rowsOfPages([
    [at(50, 10, '05/01/2026   Rent May      1,400.00'), at(50, 22, '05/04/2026   Check      -900.00')],
  ]);
  expect(rows).toEqual([
    ['05/01/2026', 'Rent May', '1,400.00'],
    ['05/04/2026', 'Check', '-900.00'],
  ]);
});

test('an amount that stands below a memo is not read: nothing is guessed', () => {
  const long = at(120, 20, 'Late fee, see section 4 of the lease of 2025');
  const table = readTable(
    rowsOfPages([
      [
        at(50, 10, '05/01/2026'),
        at(120, 10, 'Rent'),
        at(330, 10, '1,400.00'),
        at(50, 20, '05/04/2026'),
        long,
        at(400, 20, '50.00'),
      ],
    ]),
  );
  const { entries, unread } = entriesOf(table, guessColumns(table));
  expect(entries.map(({ date, amount }) => [date, amount])).toEqual([['2026-05-04', '50.00']]);
  expect(unread).toEqual([1]);
});

test('texts without a day stay as they stand, and an empty page has no row', () => {
  expect(rowsOfPages([[at(50, 10, 'Lease'), at(300, 10, 'Page 1')], []]).rows).toEqual([['Lease', 'Page 1']]);
  expect(rowsOfPages([[]]).rows).toEqual([]);
});

test('the column of payments of a tenant who paid nothing keeps its name, and rent stays a charge', () => {
  const unpaid = [
    ...header(80),
    at(50, 100, '05/01/2026'),
    at(120, 100, 'Rent May'),
    at(330, 100, '1,400.00'),
    at(50, 120, '06/01/2026'),
    at(120, 120, 'Rent June'),
    at(330, 120, '1,400.00'),
  ];
  expect(rowsOfPages([unpaid]).rows[0]).toEqual(['Date', 'Description', 'Charge', 'Payment']);
  expect(read([unpaid])).toEqual({
    columns: ['date', 'memo', 'charge', 'ignore'],
    lines: [
      ['2026-05-01', 'charge', '1400.00'],
      ['2026-06-01', 'charge', '1400.00'],
    ],
    unread: [],
  });
});

test('a name that stands above no column, or in part above another, gives nothing its kind', () => {
  const lines = (charges: number) => [
    ...header(80),
    at(50, 100, '05/01/2026'),
    at(120, 100, 'Rent May'),
    at(charges, 100, '1,400.00'),
  ];
  // Between both names, and below a little of `Payment` alone.
  for (const charges of [375, 405])
    expect(read([lines(charges)])).toEqual({
      columns: ['date', 'memo', 'ignore', 'ignore', 'ignore'],
      lines: [],
      unread: [1],
    });
});

test('two names above one column say neither', () => {
  const one = [at(50, 80, 'Date'), at(300, 80, 'Charge'), at(340, 80, 'Payment')];
  const wide = { ...at(300, 100, '1,400.00'), x: 300, width: 75 };
  const named = [...one, at(50, 100, '05/01/2026'), wide];
  expect(rowsOfPages([named]).rows[0]).toEqual(['Date', 'Charge Payment']);
  expect(read([named])).toEqual({ columns: ['date', 'ignore'], lines: [], unread: [1] });
});

test('more columns or cells than a ledger has are refused, however they are written', () => {
  const across = (count: number) => Array.from({ length: count }, (_, place) => at(50 + place * 100, 10, 'x'));
  expect(readPages([[...across(39), at(-100, 10, '05/01/2026')]])).toMatchObject({ rows: [{ length: 40 }] });
  expect(readPages([[...across(40), at(-100, 10, '05/01/2026')]])).toBe('large');
  expect(readPages([across(41)])).toBe('large');
  // A staircase: each line has two cells, and a column of its own.
  const stairs = Array.from({ length: 50 }, (_, line) => [
    at(0, line * 20, '05/01/2026'),
    at(100 + line * 100, line * 20, 'x'),
  ]);
  expect(readPages([stairs.flat()])).toBe('large');
  expect(readPages([[at(50, 10, 'x  '.repeat(100_001))]])).toBe('large');
});
