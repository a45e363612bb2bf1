import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balancesOf, evidenceFor, isMatch } from './balance.ts';
import { sheetOfText } from './csv.ts';
import { ledgerHeadings, type LedgerMeaning } from './headings.ts';
import { columnsOf } from './columns.ts';
import { viewOf } from './ledger-state.ts';
import { readLedger } from './ledger.ts';
import { type Answer, type Answers, settle } from './settle.ts';
import { linesOf } from './table.ts';

const today = new Date('2026-11-27T12:00:00Z');

function read(meanings: readonly (LedgerMeaning | '')[], rows: readonly (readonly string[])[]) {
  return readLedger({ headings: [], width: Infinity, lines: linesOf(rows), meanings, orders: new Map() }, today);
}

/** The entries, and the reasons for lines that were left out, if every open question gets the same answer. */
function settled(ledger: ReturnType<typeof read>, answer?: Answer) {
  const answers: Answers = new Map(answer ? ledger.groups.map(({ id }) => [id, answer]) : []);
  const { entries, leftOut, isStated } = settle(ledger, answers);
  return {
    entries: entries.map(({ date, type, amountCents, memo }) => [date, type, amountCents, memo]),
    leftOut: leftOut.map(({ line, reason }) => [line.row, reason]),
    isStated,
  };
}

test('a line with a charge and a payment becomes two entries', () => {
  expect(settled(read(['date', 'charge', 'payment'], [['5/1/2026', '1400', '900']])).entries).toEqual([
    ['2026-05-01', 'charge', 140_000, ''],
    ['2026-05-01', 'payment', 90_000, ''],
  ]);
});

test('every column of charges is read', () => {
  expect(settled(read(['date', 'charge', 'charge'], [['5/1/2026', '1400', '35']])).entries).toEqual([
    ['2026-05-01', 'charge', 140_000, ''],
    ['2026-05-01', 'charge', 3500, ''],
  ]);
});

test("each line that can't be read is left out with its reason", () => {
  const rows = [
    ['5/1/2026', 'Rent', 'abc', ''],
    ['never', 'Rent', '1', ''],
    ['', 'Rent', '1', ''],
    ['11/28/2027', 'Rent', '1', ''],
    ['5/5/2026', 'Called', '', ''],
    ['5/6/2026', 'Waived', '0.00', ''],
    ['5/7/2026', 'Rent', '1', 'n/a'],
    ['11/27/2027', 'Rent', '1', ''],
  ];
  const { entries, leftOut } = settled(read(['date', 'memo', 'charge', 'balance'], rows));
  expect(leftOut).toEqual([
    [1, '“abc” is not an amount.'],
    [2, '“never” is not a date.'],
    [3, 'It has no date.'],
    [4, '“11/28/2027” is more than a year ahead.'],
    [5, 'It has no amount.'],
    [6, 'The amount is zero.'],
    [7, '“n/a” is not a balance.'],
  ]);
  expect(entries).toEqual([['2027-11-27', 'charge', 100, 'Rent']]);
});

test('the user is asked about a negative amount in a column of charges or payments', () => {
  const ledger = read(
    ['date', 'charge', 'payment'],
    [
      ['5/1/2026', '1400', ''],
      ['5/2/2026', '', '900'],
      ['5/3/2026', '', '(900)'],
      ['5/4/2026', '-50', ''],
    ],
  );
  expect(settled(ledger)).toMatchObject({ isStated: false, entries: [{}, {}] });
  const asked = ledger.groups.filter(({ proposed }) => proposed === null);
  expect(asked.map(({ column, isNegative }) => [column, isNegative])).toEqual([
    ['payment', true],
    ['charge', true],
  ]);
});

test('the word in a row marks its amount as a charge or payment only if the word is unmistakable and all amounts with that word have the expected sign', () => {
  const words = ['Charge', 'INVOICE', 'Payment', 'Rent', 'Credit', 'NSF', ''];
  const rows = words.map((word, at) => ['5/1/2026', word, `${at + 1}`]);
  const { groups } = read(['date', 'type', 'amount'], rows);
  expect(groups.flatMap(({ word, proposed }) => (proposed ? [[word, proposed]] : []))).toEqual([
    ['Charge', 'charge'],
    ['INVOICE', 'charge'],
    ['Payment', 'payment'],
  ]);
  const mixed = read(
    ['date', 'type', 'amount'],
    [
      ['5/1/2026', 'Payment', '900'],
      ['5/2/2026', 'payment', '-900'],
      ['5/3/2026', 'Charge', '-1'],
    ],
  );
  expect(mixed.groups.map(({ proposed }) => proposed)).toEqual([null, null, null]);
});

test('if columns are missing or contradict each other, the user is told which to choose', () => {
  expect(read(['', 'memo'], [['5/1/2026', '1']]).missing).toEqual([
    'Choose the columns with the charges and the payments.',
  ]);
  expect(read(['charge', 'amount'], [['1', '1']]).missing).toEqual([
    'Choose either one column of amounts or columns of charges and payments.',
    'Choose the column with the date of a charge.',
    'Choose the column with the date of a payment.',
  ]);
  const described = Array.from({ length: 60 }, (_, at) => ['5/1/2026', `word ${at}`, '1']);
  expect(read(['date', 'type', 'amount'], described).missing).toEqual([
    'The column for “Charge or payment?” has 60 different words. Choose another one.',
  ]);
});

test('a payment without a date is left out, and never takes the due date of its charge', () => {
  const ledger = read(['chargeDate', 'charge', 'paymentDate', 'payment'], [['7/1/2026', '1200', '', '700']]);
  expect(settled(ledger)).toMatchObject({
    entries: [['2026-07-01', 'charge', 120_000, '']],
    leftOut: [[1, 'It has no date.']],
  });
});

test('if a file begins with its newest line, the balance is read from that line', () => {
  const ledger = read(
    ['date', 'charge', 'payment', 'balance'],
    [
      ['6/1/2026', '', '900', '500'],
      ['5/1/2026', '1400', '', '1400'],
    ],
  );
  const [balance] = balancesOf(ledger, settle(ledger, new Map()), new Map([['', null]]));
  expect(balance).toMatchObject({ ofLines: 50_000, expected: 50_000 });
});

test('a balance carried forward accounts for the difference between the lines and the running balance', () => {
  const ledger = read(
    ['memo', 'date', 'charge', 'balance'],
    [
      ['Balance forward', '', '', '300'],
      ['Rent', '5/1/2026', '1400', '1700'],
    ],
  );
  const [balance] = balancesOf(ledger, settle(ledger, new Map()), new Map([['', null]]));
  expect(balance).toMatchObject({ ofLines: 140_000, expected: 170_000, before: 30_000 });
});

test("a balance doesn't match while a line with an amount is left out, even if the figures are equal", () => {
  const balance = { reference: '', ofLines: 1, expected: 1, ofBooks: null, leftOut: 1, before: 0, hasLines: true };
  expect([isMatch(balance), isMatch({ ...balance, leftOut: 0 })]).toEqual([false, true]);
});

test('the answers that make the most balances match come first', () => {
  const rows = ['A', 'B'].flatMap((reference) => [
    [reference, '5/1/2026', 'Dr', '1400'],
    [reference, '5/4/2026', 'Cr', '900'],
  ]);
  const ledger = read(['reference', 'date', 'type', 'amount'], rows);
  const [best, second] = evidenceFor(
    ledger,
    new Map(),
    new Map([
      ['a', 50_000],
      ['b', 50_000],
    ]),
  );
  expect([best?.matches, second?.matches]).toEqual([2, 0]);
  expect(ledger.groups.map(({ id }) => best?.answers.get(id))).toEqual(['charge', 'payment']);
});

test("lines of several cases aren't mixed in the ledger of one case", () => {
  const text = 'Tenant ID,Date,Charge\nA,5/1/2026,10\nB,5/1/2026,20';
  const state = { columns: columnsOf(sheetOfText('', text), ledgerHeadings), answers: new Map() };
  const undecided = viewOf(state, null);
  expect(undecided.open).toEqual(['Choose the case that these lines belong to.']);
  expect(undecided.settled.entries).toEqual([]);
  expect(viewOf(state, 'b').settled.entries.map(({ amountCents }) => amountCents)).toEqual([2000]);
  expect(viewOf(state).settled.entries.map(({ reference }) => reference)).toEqual(['a', 'b']);
});

test("the balance of a case doesn't match if the line below it has an amount but no reference", () => {
  const text = 'Tenant ID,Date,Charge,Payment,Balance\nA,7/1/2026,1200,,1200\n,7/5/2026,,700,500\nB,7/1/2026,9,,9';
  const state = { columns: columnsOf(sheetOfText('', text), ledgerHeadings), answers: new Map() };
  for (const one of ['a', undefined]) {
    const { ledger, settled: all } = viewOf(state, one);
    const key = one === undefined ? 'a' : '';
    const [balance] = balancesOf(ledger, all, new Map([[key, null]]));
    expect(balance).toMatchObject({ ofLines: 120_000, expected: 50_000, leftOut: 1 });
    expect(all.leftOut.map(({ reason }) => reason)).toEqual(['It has no reference.']);
  }
});

test('references are equal regardless of case and spaces', () => {
  const ledger = read(['reference', 'date', 'charge'], [['Unit  4b', '5/1/2026', '1']]);
  const [balance] = balancesOf(ledger, settle(ledger, new Map()), new Map([['unit 4b', 100]]));
  expect(balance && isMatch(balance)).toBe(true);
});

test('a line labeled as a total is treated as one only if it adds up other lines', () => {
  const rows = [
    ['5/1/2026', 'Rent', '1000'],
    ['', 'Total rent', '1000'],
    ['5/2/2026', 'Parking', '50'],
    ['', 'Total parking', '50'],
    ['', 'Total late fees', '150'],
    ['', 'Grand total', '1050'],
    ['', 'Total waived', '-1050'],
    ['', 'Total concession', '300 credit'],
  ];
  const { leftOut, others } = settle(read(['date', 'memo', 'charge'], rows), new Map());
  expect(others.map(({ kind, line }) => [kind, line.row])).toEqual([
    ['total', 2],
    ['total', 4],
    ['total', 6],
  ]);
  expect(leftOut.map(({ line, hasAmount }) => [line.row, hasAmount])).toEqual([
    [5, true],
    [7, true],
    [8, true],
  ]);
});

test("the total of several tenants isn't taken for the balance of one tenant", () => {
  const rows = [
    ['5/1/2026', 'Rent', '1200', '1200'],
    ['5/1/2026', 'Rent', '900', '900'],
    ['', 'Total', '2100', '2100'],
  ];
  const ledger = read(['date', 'memo', 'charge', 'balance'], rows);
  const [balance] = balancesOf(ledger, settle(ledger, new Map()), new Map([['', null]]));
  expect(balance).toMatchObject({ ofLines: 210_000, expected: 90_000 });
});

test('a line with more cells than the others is left out, and its shifted balance is ignored', () => {
  const lines = ['Date,Memo,Charge,Payment,Balance', '7/1/2026,Rent,1200,,1200', '7/5/2026,Check #101,,,1200,0'];
  const { ledger, settled: all } = viewOf(
    { columns: columnsOf(sheetOfText('', lines.join('\n')), ledgerHeadings), answers: new Map() },
    null,
  );
  expect(all.leftOut).toMatchObject([{ reason: 'It has more cells than the other lines.', hasAmount: true }]);
  const [balance] = balancesOf(ledger, all, new Map([['', null]]));
  expect(balance && isMatch(balance)).toBe(false);
});

test("answers about the words of one column don't apply to another", () => {
  const rows = [['5/1/2026', 'A', 'B', '1']];
  const [one] = read(['date', 'type', '', 'amount'], rows).groups;
  const [other] = read(['date', '', 'type', 'amount'], [['5/1/2026', 'B', 'A', '1']]).groups;
  expect([one?.word, other?.word]).toEqual(['A', 'A']);
  expect(one?.id).not.toBe(other?.id);
});

test('a balance that matches its file still matches if the books show a lower balance, but not if they show a higher one', () => {
  const balance = { reference: '', ofLines: 5, expected: 5, leftOut: 0, before: 0, hasLines: true };
  expect([4, 5, 6, null].map((ofBooks) => isMatch({ ...balance, ofBooks }))).toEqual([true, true, false, true]);
});

const meanings = ['', 'date', 'charge', 'payment', 'amount', 'type', 'balance', 'memo', 'reference'] as const;

test('every line of any file becomes entries, is left out with a reason, or is recognized as a heading, title, balance or total', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('5/1/2026', '13/1/2026', '1,400.00', '(900)', 'Total', ''));
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 20 });
  const columns = fc.array(fc.constantFrom(...meanings), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(table, columns, fc.constantFrom<Answer>('charge', 'payment', 'leave out'), (rows, kinds, answer) => {
      const lines = linesOf(rows);
      const ledger = readLedger({ headings: [], width: Infinity, lines, meanings: kinds, orders: new Map() }, today);
      const { entries, leftOut, others } = settle(ledger, new Map(ledger.groups.map(({ id }) => [id, answer])));
      const named = new Set([...entries, ...leftOut, ...others].map(({ line }) => line.row));
      expect([...named].toSorted((a, b) => a - b)).toEqual(lines.map(({ row }) => row));
      expect(leftOut.filter(({ reason }) => reason === '')).toEqual([]);
    }),
  );
});

test('a ledger with signed amounts is read to the cent', () => {
  const line = fc.record({
    day: fc.date({ min: new Date('2007-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const rows = lines.map(({ day, cents }) => [day.toISOString().slice(0, 10), (cents / 100).toFixed(2)]);
      const ledger = read(['date', 'amount'], rows);
      const said = new Map(ledger.groups.map(({ id, isNegative }) => [id, isNegative ? 'payment' : 'charge'] as const));
      expect(settle(ledger, said).entries).toMatchObject(
        lines.map(({ day, cents }) => ({
          date: day.toISOString().slice(0, 10),
          type: cents < 0 ? 'payment' : 'charge',
          amountCents: Math.abs(cents),
        })),
      );
    }),
  );
});

test('100,000 lines can be read', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ['5/1/2026', `${at + 1}`]);
  expect(settled(read(['date', 'charge'], rows)).entries).toHaveLength(100_000);
});
