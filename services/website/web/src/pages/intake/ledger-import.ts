import Papa from 'papaparse';
import { parseCents } from '../../shared/format.ts';
import { type DraftEntry, draftEntry } from './ledger-entries.ts';
import { amountText } from './values.ts';

/** What a column of a pasted table holds. */
export const columnKinds = ['date', 'amount', 'charge', 'payment', 'type', 'memo', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

export interface Table {
  /** The names of the columns, if the first line has any. */
  header: readonly string[] | null;
  rows: readonly (readonly string[])[];
}

export interface Imported {
  entries: DraftEntry[];
  /** Lines that could not be read, counted from 1, without the header. */
  unread: number[];
}

/** The most lines that a ledger takes. */
export const mostEntries = 1000;
const longestMemo = 500;

/** Splits what was copied from a spreadsheet, or a CSV file: tabs, commas or semicolons, with or without quotes. */
export function readTable(text: string): Table {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const rows = data.map((row) => row.map((cell) => cell.trim()));
  const [first, ...rest] = rows;
  if (!first) return { header: null, rows: [] };
  const isHeader = first.every((cell) => parseDay(cell) === null && amountOf(cell) === null);
  return isHeader ? { header: first, rows: rest } : { header: null, rows };
}

const names: readonly [ColumnKind, RegExp][] = [
  ['ignore', /balance|total|saldo/i],
  ['date', /date|day|posted/i],
  ['payment', /pay|paid|credit|received/i],
  ['charge', /charge|debit|due|billed/i],
  ['amount', /amount|sum|value/i],
  ['type', /type|kind/i],
  ['memo', /memo|descr|note|detail|item|comment/i],
];

/** What each column most likely holds, by its name, or by what is in it. A person corrects it. */
export function guessColumns({ header, rows }: Table): ColumnKind[] {
  const width = Math.max(0, header?.length ?? 0, ...rows.map((row) => row.length));
  const taken = new Set<ColumnKind>();
  const take = (kind: ColumnKind): ColumnKind => {
    if (kind !== 'ignore' && taken.has(kind)) return 'ignore';
    taken.add(kind);
    return kind;
  };
  return Array.from({ length: width }, (_, at) => {
    const name = header?.[at] ?? '';
    const byName = names.find(([, pattern]) => pattern.test(name))?.[0];
    return take(byName ?? byContent(rows.map((row) => row[at] ?? '')));
  });
}

function byContent(cells: readonly string[]): ColumnKind {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return 'ignore';
  if (filled.every((cell) => parseDay(cell) !== null)) return 'date';
  if (filled.every((cell) => /^(?:charge|payment|debit|credit)s?$/i.test(cell))) return 'type';
  return filled.every((cell) => amountOf(cell) !== null) ? 'amount' : 'memo';
}

/** The lines of a table. A negative amount, or one in parentheses, is a payment unless a column says what it is. */
export function entriesOf({ rows }: Table, columns: readonly ColumnKind[]): Imported {
  const entries: DraftEntry[] = [];
  const unread: number[] = [];
  // A column of payments is positive or negative throughout; against that sign a payment was taken back.
  const payments = rows.map((row) => amountOf(row[columns.indexOf('payment')] ?? '') ?? 0);
  const paymentSign = payments.some((cents) => cents > 0) ? 1 : -1;
  for (const [index, row] of rows.entries()) {
    const cell = (kind: ColumnKind) => row[columns.indexOf(kind)] ?? '';
    const date = parseDay(cell('date'));
    const amounts = amountsOf(cell, paymentSign);
    if (date === null || amounts === null) {
      unread.push(index + 1);
      continue;
    }
    const memo = cell('memo').slice(0, longestMemo);
    entries.push(...amounts.map(({ type, cents }) => draftEntry({ date, type, amount: amountText(cents), memo })));
  }
  return { entries, unread };
}

interface Money {
  type: DraftEntry['type'];
  cents: number;
}

/**
 * What a line charges and what it pays; both where both columns have an amount. Null if no amount can be read, or the sign
 * contradicts what the line is said to be: nothing is guessed about money.
 */
function amountsOf(cell: (kind: ColumnKind) => string, paymentSign: 1 | -1): Money[] | null {
  const said = (['charge', 'payment'] as const).flatMap((type) =>
    cell(type) === '' ? [] : [{ type, cents: amountOf(cell(type)) }],
  );
  const read = said.filter((one): one is Money => one.cents !== null);
  if (read.length < said.length) return null;
  const money = read.filter(({ cents }) => cents !== 0);
  if (money.some(({ type, cents }) => cents * (type === 'payment' ? paymentSign : 1) < 0)) return null;
  if (money.length > 0) return money.map(({ type, cents }) => ({ type, cents: Math.abs(cents) }));
  const amount = amountOf(cell('amount'));
  if (amount === null) return read.length > 0 ? read : null;
  const type = typeOf(cell('type'));
  if (type === 'charge' && amount < 0) return null;
  return [{ type: type ?? (amount < 0 ? 'payment' : 'charge'), cents: Math.abs(amount) }];
}

function typeOf(text: string): Money['type'] | null {
  if (/charge|rent|debit|fee|due/i.test(text)) return 'charge';
  return /pay|paid|credit|received|check|deposit/i.test(text) ? 'payment' : null;
}

/** `$1,234.50`, `(200.00)` and `-200` in cents; null if it is no amount. */
export function amountOf(text: string): number | null {
  const [, inParentheses] = /^\((.+)\)$/.exec(text.trim()) ?? [];
  const plain = (inParentheses ?? text).trim().replace(/^(-?)\s*(?:USD|\$)?\s*/i, '$1');
  const cents = parseCents(plain.replace(/\s*(?:USD)$/i, ''));
  return cents === null ? null : inParentheses === undefined ? cents : -Math.abs(cents);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as people in the US write it, `7/1/2026`, `Jul 1, 2026` or `2026-07-01`, as `2026-07-01`; null if it is none. */
export function parseDay(text: string): string | null {
  const given = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(given);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(given);
  if (us) return realDay(fullYear(us[3] ?? ''), Number(us[1]), Number(us[2]));
  const named = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(given);
  if (!named) return null;
  return realDay(Number(named[3]), months.indexOf((named[1] ?? '').toLowerCase()) + 1, Number(named[2]));
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function realDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
