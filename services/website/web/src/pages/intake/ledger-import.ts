import { parseCents } from '../../shared/format.ts';
import type { Sheet } from '../../shared/table.ts';
import { type DraftEntry, draftEntry } from './ledger-entries.ts';
import { amountText } from './values.ts';

/** What a column of a pasted table holds. */
export const columnKinds = ['date', 'amount', 'charge', 'payment', 'balance', 'type', 'memo', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

export interface Table {
  /** The names of the columns, if a line above the data has any. */
  header: readonly string[] | null;
  rows: Sheet['rows'];
  /** Where each row is in its file. */
  places?: Sheet['places'];
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
export function readTable({ rows, places = [] }: Pick<Sheet, 'rows' | 'places'>): Table {
  const first = rows.findIndex((row) => row.some((cell) => parseDay(cell) !== null));
  // Without a line that has a day, the first one can only be the names of columns.
  const start = first === -1 ? Math.min(rows.length, 1) : first;
  const above = rows.slice(0, start).findLast((row) => row.every((cell) => amountOf(cell) === null));
  const from = first === -1 && !above ? 0 : start;
  return { header: above ?? null, rows: rows.slice(from), places: places.slice(from) };
}

/** Names of columns, and what their cells have to be. */
const names: readonly { kind: ColumnKind; name: RegExp; isCell?: (cell: string) => boolean }[] = [
  { kind: 'balance', name: /\b(balance|saldo)\b/i, isCell: isAmount },
  { kind: 'ignore', name: /\btotal\b/i },
  { kind: 'date', name: /\b(date|day|posted)\b/i, isCell: (cell) => parseDay(cell) !== null },
  { kind: 'payment', name: /\b(payments?|paid|credits?|received|receipts?)\b/i, isCell: isAmount },
  { kind: 'charge', name: /\b(charges?|debits?|due|billed)\b/i, isCell: isAmount },
  { kind: 'amount', name: /\b(amount|sum|value)\b/i, isCell: isAmount },
  { kind: 'type', name: /\b(type|kind)\b/i },
  { kind: 'memo', name: /\b(memo|description|descr|notes?|details?|item|comment)\b/i },
];

function isAmount(cell: string): boolean {
  return amountOf(cell) !== null;
}

/** What each column most likely holds, by its name if its cells agree, or by what is in it. A person corrects it. */
export function guessColumns({ header, rows }: Table): ColumnKind[] {
  const width = Math.max(0, header?.length ?? 0, ...rows.map((row) => row.length));
  const taken = new Set<ColumnKind>();
  const take = (kind: ColumnKind): ColumnKind => {
    if (kind !== 'ignore' && taken.has(kind)) return 'ignore';
    taken.add(kind);
    return kind;
  };
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    const byName = names.find(
      ({ name, isCell }) => name.test(header?.[at] ?? '') && (!isCell || isMostly(cells, isCell)),
    );
    return take(byName?.kind ?? byContent(cells));
  });
}

/** How many things a line names that a ledger has: a header names more than one. */
export function columnsNamed(row: readonly string[]): number {
  return names.filter(({ kind, name }) => kind !== 'ignore' && row.some((cell) => name.test(cell))).length;
}

const mostTitles = 20;

/** The row with the names of columns: the first, or below titles the one that names the most. It has no day or amount. */
export function headerOf(rows: Sheet['rows'], named: (row: readonly string[]) => number): number {
  const counts = rows
    .slice(0, mostTitles)
    .map((row) => (row.some((cell) => parseDay(cell) !== null || isAmount(cell)) ? 0 : named(row)));
  const most = Math.max(0, ...counts);
  return most > 1 ? counts.indexOf(most) : 0;
}

/** The sheet that names the most columns; null if none names two. */
export function bestSheet(sheets: readonly Sheet[], named: (row: readonly string[]) => number): Sheet | null {
  const counts = sheets.map(({ rows }) => named(rows[headerOf(rows, named)] ?? []));
  const most = Math.max(0, ...counts);
  return most > 1 ? (sheets[counts.indexOf(most)] ?? null) : null;
}

/** A stray line, such as a total without a date, does not decide what a column is. */
function isMostly(cells: readonly string[], isCell: (cell: string) => boolean): boolean {
  return cells.filter(isCell).length > cells.length / 2;
}

function byContent(filled: readonly string[]): ColumnKind {
  if (filled.length === 0) return 'ignore';
  if (isMostly(filled, (cell) => parseDay(cell) !== null)) return 'date';
  if (filled.every((cell) => /^(?:charge|payment|debit|credit)s?$/i.test(cell))) return 'type';
  return filled.every(isAmount) ? 'amount' : 'memo';
}

/** The lines of a table. A negative amount, or one in parentheses, is a payment unless a column says what it is. */
export function entriesOf({ rows }: Table, columns: readonly ColumnKind[]): Imported {
  const entries: DraftEntry[] = [];
  const sources: number[] = [];
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

/** `$1,234.50`, `(200.00)`, `-200`, `200-` and `200 CR` in cents; null if it is no amount. A credit is negative. */
export function amountOf(text: string): number | null {
  const [, inParentheses] = /^\((.+)\)$/.exec(text.trim()) ?? [];
  const [, body = '', after = ''] = /^(.*?)\s*(-|CR|DR)?$/i.exec((inParentheses ?? text).trim()) ?? [];
  const plain = body.trim().replace(/^(-?)\s*(?:USD|\$)?\s*/i, '$1');
  const cents = parseCents(plain.replace(/\s*(?:USD)$/i, ''));
  if (cents === null) return null;
  return inParentheses !== undefined || /^(?:-|CR)$/i.test(after) ? -Math.abs(cents) : cents;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as people in the US write it, `7/1/2026`, `Jul 1, 2026`, `1-Jul-26` or `2026-07-01`, as `2026-07-01`; null if none. */
export function parseDay(text: string): string | null {
  const given = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(given);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(given);
  if (us) return realDay(fullYear(us[3] ?? ''), Number(us[1]), Number(us[2]));
  const named = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(given);
  if (named) return realDay(Number(named[3]), monthOf(named[1]), Number(named[2]));
  const dayFirst = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*\.?[- ,]+(\d{4}|\d{2})$/.exec(given);
  return dayFirst && realDay(fullYear(dayFirst[3] ?? ''), monthOf(dayFirst[2]), Number(dayFirst[1]));
}

function monthOf(name = ''): number {
  return months.indexOf(name.toLowerCase()) + 1;
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function realDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
