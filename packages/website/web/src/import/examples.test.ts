import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { balancesOf, isMatch, matchesWith } from './balance.ts';
import { inputOf, joinedNames, readCases } from './case-rows.ts';
import {
  type Columns,
  columnsOf,
  headingsOf,
  hiddenIn,
  linesBelow,
  unusedIn,
  widthOf,
  withMeaning,
} from './columns.ts';
import { sheetOfText } from './csv.ts';
import { caseHeadings, type CaseMeaning, ledgerHeadings, type LedgerMeaning, manyLedgersHeadings } from './headings.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { type Answer, settle } from './settle.ts';
import { writtenIn } from './table.ts';
import { readWorkbook } from './workbook.ts';

// An earlier version misread each of these files. The tests give the answers that a person gives on the page.

const today = new Date('2026-11-28T12:00:00Z');

function example(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'examples', name));
}

function ledgerColumns(name: string, known = ledgerHeadings): Columns<LedgerMeaning> {
  return columnsOf(sheetOfText(name, example(name).toString()), known);
}

function caseColumns(name: string): Columns<CaseMeaning> {
  return columnsOf(sheetOfText(name, example(name).toString()), caseHeadings);
}

function read(columns: Columns<LedgerMeaning>): ReadLedger {
  const { meanings, orders } = columns;
  return readLedger(
    { headings: headingsOf(columns), width: widthOf(columns), lines: linesBelow(columns), meanings, orders },
    today,
  );
}

/** Returns a person's answers for the groups, by the word of each group or by the sign of its amounts. */
function answers(ledger: ReadLedger, said: Readonly<Record<string, Answer>>): Map<string, Answer> {
  return new Map(
    ledger.groups.flatMap(({ id, word, isNegative }) => {
      const answer = said[word ?? (isNegative ? 'negative' : 'positive')];
      return answer ? [[id, answer] as const] : [];
    }),
  );
}

function entriesOf(ledger: ReadLedger, said: Readonly<Record<string, Answer>> = {}) {
  const { entries } = settle(ledger, answers(ledger, said));
  return entries.map(({ date, type, amountCents }) => [date, type, amountCents / 100]);
}

function balanceOf(ledger: ReadLedger, said: Readonly<Record<string, Answer>> = {}, books: number | null = null) {
  const [balance] = balancesOf(ledger, settle(ledger, answers(ledger, said)), new Map([['', books]]));
  if (!balance) throw new Error('there is no balance');
  return { ...balance, isMatch: isMatch(balance) };
}

/** Returns the meaning of each used column by its heading. */
function used({ meanings, ...columns }: Columns<string>) {
  const headings = headingsOf({ ...columns, meanings });
  return Object.fromEntries(headings.flatMap((heading, at) => (meanings[at] ? [[heading, meanings[at]]] : [])));
}

const rentAndPayment = [
  ['2026-07-01', 'charge', 1200],
  ['2026-07-05', 'payment', 700],
];

describe('which amounts are payments', () => {
  test.each([
    ['f01-dr-cr-column.csv', { Dr: 'charge', Cr: 'payment' }],
    ['f07-unicode-minus.csv', { positive: 'charge', negative: 'payment' }],
    ['f07-dollar-before-parentheses.csv', { positive: 'charge', negative: 'payment' }],
  ] as const)('has to be decided by a person for the file %s', (name, said) => {
    const ledger = read(ledgerColumns(name));
    expect(settle(ledger, new Map())).toMatchObject({ isStated: false, entries: [] });
    expect(entriesOf(ledger, said)).toEqual(rentAndPayment);
  });

  test('has to be decided by a person if all amounts are positive and the column with their types has an unknown heading', () => {
    const columns = ledgerColumns('f01-type-in-unknown-column.csv', manyLedgersHeadings);
    expect(unusedIn(columns)).toEqual(['Transaction']);
    const ledger = read(columns);
    expect(settle(ledger, new Map()).isStated).toBe(false);
    const books = new Map([['t1', 50_000]]);
    expect(matchesWith(ledger, answers(ledger, { positive: 'charge' }), books)).toBe(0);
    const typed = read(withMeaning(columns, 2, 'type'));
    expect(settle(typed, new Map()).isStated).toBe(true);
    expect(entriesOf(typed)).toEqual(rentAndPayment);
    expect(matchesWith(typed, new Map(), books)).toBe(1);
  });

  test.each(['f17-buildium-increase-decrease.csv', 'f17-quickbooks-invoice.csv', 'f07-excel-accounting-format.csv'])(
    'follows from the columns of %s, and the balance in the file matches',
    (name) => {
      const ledger = read(ledgerColumns(name));
      expect(entriesOf(ledger)).toEqual(rentAndPayment);
      expect(balanceOf(ledger)).toMatchObject({ expected: 50_000, isMatch: true });
    },
  );

  test("isn't affected by lines with the names and totals of tenants in a QuickBooks export", () => {
    const { others, leftOut } = settle(read(ledgerColumns('f17-quickbooks-invoice.csv')), new Map());
    expect(others.map(({ kind, line }) => [kind, writtenIn(line)])).toEqual([
      ['title', 'Pat Q'],
      ['total', 'Total Pat Q · 500.00 · 500.00'],
    ]);
    expect(leftOut).toEqual([]);
  });
});

describe('the meaning of a column in a file of cases', () => {
  test.each([
    [
      'f02-owner-address-first.csv',
      ['Owner Address', 'Owner City', 'Owner State', 'Owner Zip'],
      { defendants: 'Tenant', 'property.line1': 'Unit Address', 'property.city': 'City', amountOwedCents: 'Balance' },
    ],
    ['f02-market-rent-before-rent.csv', ['Market Rent', 'Deposit'], { 'lease.monthlyRentCents': 'Rent' }],
    ['f02-tenant-email-before-name.csv', ['Tenant Email'], { defendants: 'Tenant Name' }],
    [
      'f02-rent-roll-codes.csv',
      ['Unit Type', 'Resident', 'Name', 'Market Rent', 'Charge Code', 'Amount', 'Move In'],
      { 'property.unit': 'Unit', 'lease.endDate': 'Lease Expiration' },
    ],
    [
      'f02-rent-owed-and-account-balance.csv',
      ['Account Balance', 'Rent Owed'],
      { 'lease.monthlyRentCents': 'Monthly Rent' },
    ],
  ])('is proposed only for known headings in %s', (name, unused, meanings) => {
    const columns = caseColumns(name);
    expect(unusedIn(columns)).toEqual(unused);
    const byMeaning = Object.fromEntries(Object.entries(used(columns)).map(([heading, meaning]) => [meaning, heading]));
    expect(byMeaning).toMatchObject(meanings);
  });

  test("isn't part of the property's address if the column is part of the owner's address", () => {
    const columns = caseColumns('f02-owner-address-first.csv');
    const {
      rows: [row],
    } = readCases(columns);
    expect(inputOf(row?.values ?? {}, { orderOf: () => null })).toMatchObject({
      property: { line1: '12 Sandbox Way', unit: '4B', city: 'Testville', state: 'ZZ', zip: '00001' },
      parties: [{ role: 'plaintiff' }, { role: 'defendant', name: 'Pat Example' }],
      lease: { monthlyRentCents: 120_000 },
      amountOwedCents: 50_000,
    });
  });
});

test("a running “Past Due” column isn't added up, and a person can say that it is the balance", () => {
  const columns = ledgerColumns('f03-past-due-is-a-running-balance.csv');
  expect(unusedIn(columns)).toEqual(['Rent', 'Past Due']);
  const ledger = read(withMeaning(withMeaning(columns, 1, 'charge'), 3, 'balance'));
  expect(entriesOf(ledger)).toEqual([
    ['2026-07-01', 'charge', 1200],
    ['2026-08-01', 'charge', 1200],
    ['2026-08-01', 'payment', 700],
  ]);
  expect(balanceOf(ledger)).toMatchObject({ ofLines: 170_000, expected: 170_000, isMatch: true });
});

test("a ledger's balance doesn't match while a line with an amount is left out, and is compared with the balance in that line", () => {
  const ledger = read(ledgerColumns('f04-last-line-without-date.csv'));
  expect(balanceOf(ledger)).toMatchObject({ ofLines: 120_000, expected: 125_000, leftOut: 1, isMatch: false });
  expect(settle(ledger, new Map()).leftOut).toMatchObject([{ reason: 'It has no date.', line: { row: 3 } }]);
});

test.each(['f10-date-with-time.csv', 'f10-weekday-and-ordinal.csv', 'f10-year-first-slashes.csv'])(
  'the dates in %s are read',
  (name) => {
    expect(entriesOf(read(ledgerColumns(name)))).toEqual(rentAndPayment);
  },
);

test('a column whose dates fit only day-first order is read day first', () => {
  expect(entriesOf(read(ledgerColumns('f11-day-first-column.csv'))).map(([date]) => date)).toEqual([
    '2026-07-01',
    '2026-07-05',
    '2026-08-01',
    '2026-08-13',
  ]);
});

test('a due date and a payment date in one row make two entries', () => {
  expect(entriesOf(read(ledgerColumns('f12-due-and-paid-dates.csv')))).toEqual([
    ['2026-07-01', 'charge', 1200],
    ['2026-07-09', 'payment', 700],
    ['2026-08-01', 'charge', 1200],
  ]);
});

test('rows hidden by a filter are counted, and are read only if a person says so', async () => {
  const sheets = await readWorkbook(example('f18-hidden-rows.xlsx'));
  if (typeof sheets === 'string') throw new Error(sheets);
  const [sheet] = sheets;
  if (!sheet) throw new Error('there is no sheet');
  const columns = columnsOf(sheet, ledgerHeadings);
  expect([columns.readsHidden, hiddenIn(columns)]).toEqual([null, 1]);
  expect(balanceOf(read({ ...columns, readsHidden: false }))).toMatchObject({ expected: 50_000, isMatch: true });
  expect(linesBelow({ ...columns, readsHidden: true })).toHaveLength(3);
});

test('a cell that joins two names is offered as two tenants', () => {
  const columns = caseColumns('f08-joined-tenants.csv');
  const { rows } = readCases(columns);
  expect(rows.map(({ values }) => joinedNames(values))).toEqual([
    [{ name: 'Pat Example, Robin Example', people: ['Pat Example', 'Robin Example'] }],
    [{ name: 'Pat Example and Robin Example', people: ['Pat Example', 'Robin Example'] }],
  ]);
});

test('the cases of one file and the ledgers of another are matched by their reference', () => {
  const cases = caseColumns('f01-cases-for-ledgers.csv');
  const { rows } = readCases(cases);
  expect(rows.map(({ values }) => [values.reference, values.amountOwedCents])).toEqual([
    ['B1', '500'],
    ['T1', '500'],
    ['T2', '500'],
  ]);
  const ledger = read(ledgerColumns('f01-dr-cr-column.csv', manyLedgersHeadings));
  const said = answers(ledger, { Dr: 'charge', Cr: 'payment' });
  const balances = balancesOf(
    ledger,
    settle(ledger, said),
    new Map([
      ['t1', 50_000],
      ['t2', 50_000],
    ]),
  );
  expect(balances).toMatchObject([
    { reference: 't1', ofLines: 0, expected: 50_000, hasLines: false },
    { reference: 't2', ofLines: 50_000, expected: 50_000, hasLines: true },
  ]);
  expect(balances.map(isMatch)).toEqual([false, true]);
});
