import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessColumns } from '../../shared/ledger-columns.ts';
import { rowsOfText } from '../../shared/table.ts';
import { ledgerOf } from './ledger-entries.ts';
import { entriesOf, readTable as readRows } from './ledger-import.ts';

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
  expect(imported('Date\tType\tAmount\n5/1/2026\tCharge\t-50\n5/2/2026\tLate fee\t35')).toEqual({
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

test('several columns of charges or payments are each read once somebody has said that they are', () => {
  const table = readTable('Date,Charges,Other charges,Paid\n5/1/2026,1400,35,\n5/2/2026,,x,900\n5/3/2026,,20,');
  const { entries, sources, unread } = entriesOf(table, ['date', 'charge', 'charge', 'payment']);
  expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
    ['charge', '1400.00'],
    ['charge', '35.00'],
    ['charge', '20.00'],
  ]);
  expect([sources, unread]).toEqual([[0, 0, 2], [2]]);
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
  expect(guessColumns(table)).toEqual(['date', 'ignore', 'amount', 'balance', 'memo']);
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

test('the day of a line is at most a year ahead', () => {
  const rows = [['07-01-30'], ['11/27/2027'], ['11/28/2027'], ['7/1/26']].map(([day = '']) => [day, '10']);
  const { entries, unread } = entriesOf({ header: null, rows }, ['date', 'amount'], new Date('2026-11-27T12:00:00Z'));
  expect(entries.map(({ date }) => date)).toEqual(['2027-11-27', '2026-07-01']);
  expect(unread).toEqual([1, 3]);
});

test.each([
  'Rent payment',
  'Late fee waiver credit',
  'Prepaid rent',
  'Pre-payment',
  'NSF check',
  'Returned payment',
  'Refund',
  'Payment reversal',
  'Void check',
  'Chargeback',
  'Debit card',
  'Security deposit',
  'Adjustment',
  'Parking',
])('a line of the type "%s" is left out: a person says which side it is on', (type) => {
  expect(imported(`Date\tType\tAmount\n5/1/2026\t${type}\t900\n5/2/2026\tRent\t10`)).toEqual({
    lines: [['2026-05-02', 'charge', '10.00', '']],
    unread: [1],
  });
});

test('a payment against the sign of the others is left out', () => {
  expect(imported('Date\tType\tAmount\n5/1/2026\tPayment\t900\n5/2/2026\tPayment\t-900')).toEqual({
    lines: [['2026-05-01', 'payment', '900.00', '']],
    unread: [2],
  });
});

test('numbers of receipts and units are no money', () => {
  expect(imported('Date,Ref,Description,Amount\n5/1/2026,1001,Rent May,1400\n5/4/2026,2207,Check,-900').lines).toEqual([
    ['2026-05-01', 'charge', '1400.00', 'Rent May'],
    ['2026-05-04', 'payment', '900.00', 'Check'],
  ]);
  const units =
    'Date,Unit,Description,Charges,Payments,Balance\n5/1/2026,12,Rent,1400,,1400\n5/4/2026,12,Paid,,900,500';
  expect(imported(`${units}\n5/5/2026,12,Called,,,500`)).toEqual({
    lines: [
      ['2026-05-01', 'charge', '1400.00', 'Rent'],
      ['2026-05-04', 'payment', '900.00', 'Paid'],
    ],
    unread: [3],
  });
});

test('an amount beside charges or payments is theirs once more, or its line is left out', () => {
  const text = 'Date,Amount,Received\n5/1/2026,1400,900\n5/2/2026,1400,\n5/3/2026,900,900';
  expect(imported(text)).toEqual({ lines: [['2026-05-03', 'payment', '900.00', '']], unread: [1, 2] });
});

test('a day above the names of the columns hides neither them nor a line below them', () => {
  const text =
    'Printed,5/31/2026,,\nDate,Payment,Charge,Memo\n,,500,Balance forward\n5/1/2026,900,,\n5/2/2026,,1400,\n5/3/2026,500,,';
  expect(imported(text)).toEqual({
    lines: [
      ['2026-05-01', 'payment', '900.00', ''],
      ['2026-05-02', 'charge', '1400.00', ''],
      ['2026-05-03', 'payment', '500.00', ''],
    ],
    unread: [1, 2],
  });
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
    day: fc.date({ min: new Date('1990-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
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
