import { amountOf, parseDay } from '../../shared/cells.ts';
import { parseCents } from '../../shared/format.ts';
import { type ColumnKind, ledgerHeaderOf } from '../../shared/ledger-columns.ts';
import type { Sheet } from '../../shared/table.ts';
import { type DraftEntry, draftEntry } from './ledger-entries.ts';
import { amountText } from './values.ts';

export interface Table extends Omit<Sheet, 'name'> {
  /** The names of the columns, if a line above the data has any. */
  header: readonly string[] | null;
}

export interface Imported {
  entries: DraftEntry[];
  /** The row that each entry was read from. */
  sources: number[];
  /** Lines that could not be read, counted from 1, without what is above the data. */
  unread: number[];
  /** The balance after the last day as the file has it, and by the lines that were read, in cents; null without one. */
  balance: { ofFile: number; ofLines: number } | null;
}

/** The most lines that a ledger takes. */
export const mostEntries = 1000;
const longestMemo = 500;

/** Finds the lines of a ledger, and the names of their columns. Titles above those are left out. */
export function readTable({ rows, places = [], marks = [], ...source }: Omit<Sheet, 'name'>): Table {
  const header = ledgerHeaderOf(rows);
  const first = rows.findIndex((row) => row.some((cell) => parseDay(cell) !== null));
  // A line with a day can stand above the names, and one without a day below them.
  const from = first === -1 ? header + 1 : Math.min(first, header + 1);
  const isLine = (_: unknown, at: number) => at >= from && at !== header;
  const of = { rows: rows.filter(isLine), places: places.filter(isLine), marks: marks.filter(isLine) };
  return { ...source, ...of, header: rows[header] ?? null };
}

/**
 * The lines of a table. A negative amount, or one in parentheses, is a payment unless a column says what it is. A day more
 * than a year after `today` is taken for a mistake.
 */
export function entriesOf({ rows }: Table, columns: readonly ColumnKind[], today = new Date()): Imported {
  const entries: DraftEntry[] = [];
  const sources: number[] = [];
  const unread: number[] = [];
  const cellsOf = (row: readonly string[], kind: ColumnKind) => row.filter((_, at) => columns[at] === kind);
  const cellOf = (row: readonly string[], kind: ColumnKind) => row[columns.indexOf(kind)] ?? '';
  const sides: Sides = {
    areApart: columns.includes('charge') || columns.includes('payment'),
    paymentSign: signOf(rows.flatMap((row) => cellsOf(row, 'payment'))),
    typedPaymentSign: signOf(
      rows.filter((row) => typeOf(cellOf(row, 'type')) === 'payment').map((row) => cellOf(row, 'amount')),
    ),
  };
  const lastDay = `${today.getUTCFullYear() + 1}${today.toISOString().slice(4, 10)}`;
  for (const [index, row] of rows.entries()) {
    const cell = (kind: ColumnKind) => cellOf(row, kind);
    const date = parseDay(cell('date'), today);
    const amounts = amountsOf(cell, (kind) => cellsOf(row, kind), sides);
    if (date === null || date > lastDay || amounts === null) {
      unread.push(index + 1);
      continue;
    }
    const memo = cell('memo').slice(0, longestMemo);
    sources.push(...amounts.map(() => index));
    entries.push(...amounts.map(({ type, cents }) => draftEntry({ date, type, amount: amountText(cents), memo })));
  }
  return { entries, sources, unread, balance: balanceOf(rows, columns, entries) };
}

/** The balance of the file on its last day, which is at its end, or at its beginning where the newest line comes first. */
function balanceOf(
  rows: Table['rows'],
  columns: readonly ColumnKind[],
  entries: readonly DraftEntry[],
): Imported['balance'] {
  const at = columns.indexOf('balance');
  const dated = rows.filter((row) => parseDay(row[columns.indexOf('date')] ?? '') !== null);
  const balances = at === -1 ? [] : dated.map((row) => amountOf(row[at] ?? '')).filter((cents) => cents !== null);
  const [first, last] = [entries.at(0)?.date ?? '', entries.at(-1)?.date ?? ''];
  const ofFile = first > last ? balances.at(0) : balances.at(-1);
  const ofLines = entries.reduce(
    (sum, { type, amount }) => sum + (parseCents(amount) ?? 0) * (type === 'charge' ? 1 : -1),
    0,
  );
  return ofFile === undefined ? null : { ofFile, ofLines };
}

interface Money {
  type: DraftEntry['type'];
  cents: number;
}

interface Sides {
  /** Charges or payments have a column of their own. */
  areApart: boolean;
  paymentSign: 1 | -1;
  /** Of the payments that a column of types names. */
  typedPaymentSign: 1 | -1;
}

/** Payments are positive or negative throughout a file; against that sign a payment was taken back. */
function signOf(payments: readonly string[]): 1 | -1 {
  return payments.some((cell) => (amountOf(cell) ?? 0) > 0) ? 1 : -1;
}

/**
 * What a line charges and what it pays; each where several columns have an amount. Null if no amount can be read, or what the
 * line says contradicts itself or is not certain: nothing is guessed about money.
 */
function amountsOf(
  cell: (kind: ColumnKind) => string,
  cells: (kind: ColumnKind) => string[],
  sides: Sides,
): Money[] | null {
  const said = (['charge', 'payment'] as const).flatMap((type) =>
    cells(type).flatMap((text) => (text === '' ? [] : [{ type, cents: amountOf(text) }])),
  );
  const read = said.filter((one): one is Money => one.cents !== null);
  if (read.length < said.length) return null;
  const money = read.filter(({ cents }) => cents !== 0);
  if (money.some(({ type, cents }) => cents * (type === 'payment' ? sides.paymentSign : 1) < 0)) return null;
  const amount = amountOf(cell('amount'));
  if (sides.areApart) {
    // An amount beside them is theirs once more, or something else.
    const isTheirs = !amount || money.some(({ cents }) => Math.abs(cents) === Math.abs(amount));
    if (!isTheirs || read.length === 0) return null;
    return money.length > 0 ? money.map(({ type, cents }) => ({ type, cents: Math.abs(cents) })) : read;
  }
  if (amount === null) return null;
  if (cell('type') === '') return [{ type: amount < 0 ? 'payment' : 'charge', cents: Math.abs(amount) }];
  const type = typeOf(cell('type'));
  if (type === null || amount * (type === 'payment' ? sides.typedPaymentSign : 1) < 0) return null;
  return [{ type, cents: Math.abs(amount) }];
}

/** What takes back, forgives or moves what was charged or paid: which side it is on, a person decides. */
const unclear =
  /\b(nsf|insufficient|return|bounce|dishono|chargeback|refund|reimburs|waive|void|cancel|revers|pre.?pa|write.?off|concession|discount|adjust|correct|transfer|abate|forgiv|deposit|debit card)/i;

/** Null where a type says neither side, or both. */
function typeOf(text: string): Money['type'] | null {
  const isCharge = /\b(charge|rent|debit|fee|due|billed)/i.test(text);
  const isPayment = /\b(pay|paid|credit|received|check)/i.test(text);
  if (isCharge === isPayment || unclear.test(text)) return null;
  return isCharge ? 'charge' : 'payment';
}
