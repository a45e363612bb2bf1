import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOfText } from '../../shared/table.ts';
import { ledgerOf } from './ledger-entries.ts';
import { amountOf, entriesOf, guessColumns, parseDay, readTable as readRows } from './ledger-import.ts';

const readTable = (text: string) => readRows({ rows: rowsOfText(text) });

function imported(text: string) {
  const table = readTable(text);
  const { entries, unread } = entriesOf(table, guessColumns(table));
  return { lines: entries.map(({ date, type, amount, memo }) => [date, type, amount, memo]), unread };
}

test('lines from a spreadsheet, with the names of their columns', () => {
  const text = [
    'Date\tDescription\tCharge\tPayment\tBalance',
    '5/1/2026\tRent May\t$1,400.00\t\t$1,400.00',
    '5/4/26\t"Check, ""late"""\t\t900\t500.00',
    'Total\t\t1400\t900\t500',
  ].join('\n');
  expect(imported(text)).toEqual({
    lines: [
      ['2026-05-01', 'charge', '1400.00', 'Rent May'],
      ['2026-05-04', 'payment', '900.00', 'Check, "late"'],
    ],
    unread: [3],
  });
});

test('a CSV file without names: what a column holds is seen from its cells, and a negative amount is a payment', () => {
  expect(imported('\uFEFF2026-05-01,1400,Rent May\n2026-05-04,(900.00),Partly paid\n2026-06-01,-5.5,\n')).toEqual({
    lines: [
      ['2026-05-01', 'charge', '1400.00', 'Rent May'],
      ['2026-05-04', 'payment', '900.00', 'Partly paid'],
      ['2026-06-01', 'payment', '5.50', ''],
    ],
    unread: [],
  });
});

test('a line that charges and pays has two entries, and what contradicts itself is not read', () => {
  expect(imported('Date\tCharge\tPayment\n5/1/2026\t1400\t900').lines).toEqual([
    ['2026-05-01', 'charge', '1400.00', ''],
    ['2026-05-01', 'payment', '900.00', ''],
  ]);
  expect(imported('Date\tType\tAmount\n5/1/2026\tCharge\t-50\n5/2/2026\tReturned check fee\t35')).toEqual({
    lines: [['2026-05-02', 'charge', '35.00', '']],
    unread: [1],
  });
  expect(imported('Date\tPayment\n5/1/2026\t900\n5/2/2026\t-900')).toEqual({
    lines: [['2026-05-01', 'payment', '900.00', '']],
    unread: [2],
  });
  expect(imported('Date\tPayment\n5/1/2026\t-900').lines).toEqual([['2026-05-01', 'payment', '900.00', '']]);
  expect(imported('\tCharge\n5/1/2026\t10').lines).toEqual([['2026-05-01', 'charge', '10.00', '']]);
});

test('titles above the names, a payer, credits and the balance of the file are read for what they are', () => {
  const text = [
    'Tenant ledger,,,,',
    'Unit 4B,as of 5/31/2026,,,',
    'Date,Payer,Amount,Balance,Memo',
    '1-May-26,,"1,450.00","1,450.00",Rent May',
    '4-May-26,T. Example,"1,000.00 CR",450.00,Partly paid',
  ].join('\n');
  const table = readTable(text);
  expect(guessColumns(table)).toEqual(['date', 'memo', 'amount', 'balance', 'ignore']);
  const { entries, unread, balance } = entriesOf(table, ['date', 'ignore', 'amount', 'balance', 'memo']);
  expect(entries.map(({ date, type, amount, memo }) => [date, type, amount, memo])).toEqual([
    ['2026-05-01', 'charge', '1450.00', 'Rent May'],
    ['2026-05-04', 'payment', '1000.00', 'Partly paid'],
  ]);
  expect([unread, balance]).toEqual([[], { ofFile: 45_000, ofLines: 45_000 }]);
});

test('the balance of a file that begins with its newest line is in that line', () => {
  const table = readTable('Date,Charge,Payment,Balance\n6/1/2026,,900,500\n5/1/2026,1400,,1400');
  expect(entriesOf(table, guessColumns(table)).balance).toEqual({ ofFile: 50_000, ofLines: 50_000 });
});

test('a column can say which line is a payment', () => {
  expect(imported('date;type;amount\n2026-05-01;charge;10\n2026-05-02;payment;4').lines).toEqual([
    ['2026-05-01', 'charge', '10.00', ''],
    ['2026-05-02', 'payment', '4.00', ''],
  ]);
});

test.each([
  ['7/1/2026', '2026-07-01'],
  ['07-01-26', '2026-07-01'],
  ['Jul 1, 2026', '2026-07-01'],
  ['July 1 2026', '2026-07-01'],
  ['2026-07-01T00:00:00', '2026-07-01'],
  ['1-Jul-26', '2026-07-01'],
  ['1 July 2026', '2026-07-01'],
  ['31-Jun-26', null],
  ['2/30/2026', null],
  ['13/1/2026', null],
  ['Foo 1, 2026', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['$1,234.56', 123_456],
  ['(12.00)', -1200],
  ['-12', -1200],
  ['-$12.5', -1250],
  ['1,450.00 CR', -145_000],
  ['1,450.00 DR', 145_000],
  ['12.00-', -1200],
  ['12.345', null],
  ['1,23', null],
  ['=1+1', null],
])('%s is %s cents', (text, cents) => {
  expect(amountOf(text)).toBe(cents);
});

test('whatever is pasted, each line is either read as it stands or named as unread', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { maxLength: 6 }), { maxLength: 20 }), (rows) => {
      const table = readTable(rows.map((row) => row.join('\t')).join('\n'));
      const { entries, unread } = entriesOf(table, guessColumns(table));
      expect(entries.length + unread.length).toBeGreaterThanOrEqual(table.rows.length);
      expect(ledgerOf(entries).faults.size).toBe(0);
    }),
  );
});

test('a table of dates and amounts is read back cent for cent', () => {
  const line = fc.record({
    day: fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    cents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const text = lines.map(({ day, cents }) => `${day.toISOString().slice(0, 10)}\t${(cents / 100).toFixed(2)}`);
      const { entries } = entriesOf(readTable(text.join('\n')), ['date', 'amount']);
      expect(ledgerOf(entries).ledger).toEqual(
        lines.map(({ day, cents }) => ({
          date: day.toISOString().slice(0, 10),
          type: cents < 0 ? 'payment' : 'charge',
          amountCents: Math.abs(cents),
        })),
      );
    }),
  );
});
