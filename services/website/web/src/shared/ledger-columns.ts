import { amountOf, parseDay } from './cells.ts';
import type { Sheet } from './table.ts';

/** What a column of a ledger holds. */
export const columnKinds = ['date', 'amount', 'charge', 'payment', 'balance', 'type', 'memo', 'ignore'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Names of columns, and what their cells have to be. */
const names: readonly { kind: ColumnKind; name: RegExp; isCell?: (cell: string) => boolean }[] = [
  { kind: 'balance', name: /\b(balance|saldo)\b/i, isCell: isAmount },
  { kind: 'ignore', name: /#|\b(total|no|num|number|id|ref|reference|code|account|acct)\b/i },
  { kind: 'date', name: /\b(date|day|posted)\b/i, isCell: isDay },
  { kind: 'payment', name: /\b(payments?|paid|credits?|received|receipts?)\b/i, isCell: isAmount },
  { kind: 'charge', name: /\b(charges?|debits?|(?<!balance )due|billed)\b/i, isCell: isAmount },
  { kind: 'amount', name: /\b(amount|sum|value)\b/i, isCell: isAmount },
  { kind: 'type', name: /\b(type|kind)\b/i },
  { kind: 'memo', name: /\b(memo|description|descr|notes?|details?|item|comment)\b/i },
];
const money: readonly ColumnKind[] = ['amount', 'charge', 'payment', 'balance'];

interface NamedRows extends Pick<Sheet, 'rows'> {
  header: readonly string[] | null;
}

function isDay(cell: string): boolean {
  return parseDay(cell) !== null;
}

function isAmount(cell: string): boolean {
  return amountOf(cell) !== null;
}

function kindsNamed(cell: string): ColumnKind[] {
  return names.filter(({ name }) => name.test(cell)).map(({ kind }) => kind);
}

/**
 * What each column most likely holds, for a person to correct: by its name if its cells agree, and else by its cells. A name
 * of two things says neither. Numbers are an amount without such a name only where they are the one column of numbers, and
 * no other column is named as money: what is not certain is `ignore`, and its lines are left out.
 */
export function guessColumns({ header, rows }: NamedRows): ColumnKind[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header?.length ?? 0);
  const columns = Array.from({ length: width }, (_, at) => ({
    name: header?.[at] ?? '',
    cells: rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''),
  }));
  const taken = new Set<ColumnKind>();
  const take = (kind: ColumnKind | null): ColumnKind | null => {
    if (kind === null || kind === 'ignore') return kind;
    if (taken.has(kind)) return 'ignore';
    taken.add(kind);
    return kind;
  };
  const named = columns.map(({ name, cells }) => take(byName(name, cells)));
  const hasMoney = columns.some(({ name }) => kindsNamed(name).some((kind) => money.includes(kind)));
  const isNumbers = columns.map(({ cells }) => cells.length > 0 && cells.every(isAmount));
  const mayBeAmount = !hasMoney && isNumbers.filter(Boolean).length === 1;
  return columns.map(({ name, cells }, at) => {
    if (named[at]) return named[at];
    if (isNumbers[at]) return (mayBeAmount && name === '' && take('amount')) || 'ignore';
    return take(byContent(name, cells)) ?? 'ignore';
  });
}

/** Which columns have days or amounts and are not used, by their names. Numbers of checks and totals are none. */
export function unusedColumns({ header, rows }: NamedRows, columns: readonly ColumnKind[]): string[] {
  const says = (cell = '') => isDay(cell) || (amountOf(cell) ?? 0) !== 0;
  return columns.flatMap((kind, at) => {
    const name = header?.[at] ?? '';
    const isLost = kind === 'ignore' && !kindsNamed(name).includes('ignore') && rows.some((row) => says(row[at]));
    return isLost ? [nameOfColumn(header, at)] : [];
  });
}

/** The name of a column, or its place where it has none. */
export function nameOfColumn(header: readonly string[] | null, at: number): string {
  return header?.[at] || `Column ${at + 1}`;
}

/** Null where the cells are not what the name says. */
function byName(name: string, cells: readonly string[]): ColumnKind | null {
  if (cells.length === 0) return 'ignore';
  const of = kindsNamed(name);
  const fitting = names
    .filter(({ kind, isCell }) => of.includes(kind) && (!isCell || isMostly(cells, isCell)))
    .map(({ kind }) => kind)
    // The amount of a charge is a charge.
    .filter((kind) => kind !== 'amount' || !(of.includes('charge') || of.includes('payment')));
  if (fitting.length > 1 || (fitting[0] === 'type' && of.length > 1)) return 'ignore';
  return fitting[0] ?? null;
}

function byContent(name: string, cells: readonly string[]): ColumnKind {
  if (isMostly(cells, isDay)) return 'date';
  // Cards have the name of a debit or a credit too.
  const maySayType = name === '' || kindsNamed(name).some((kind) => kind === 'charge' || kind === 'payment');
  const isType = maySayType && cells.every((cell) => /^(?:charge|payment|debit|credit)s?$/i.test(cell));
  return isType ? 'type' : 'memo';
}

/** A stray line, such as a total without a date, does not decide what a column is. */
function isMostly(cells: readonly string[], isCell: (cell: string) => boolean): boolean {
  return cells.filter(isCell).length > cells.length / 2;
}

/** How many things a line names that a ledger has: a header names more than one. */
export function columnsNamed(row: readonly string[]): number {
  return names.filter(({ kind, name }) => kind !== 'ignore' && row.some((cell) => name.test(cell))).length;
}

const mostTitles = 20;

/** The row that names the most columns, and has no day or amount; -1 if none names two. */
function namingRow(rows: Sheet['rows'], named: (row: readonly string[]) => number): number {
  const counts = rows.slice(0, mostTitles).map((row) => (row.some(hasFigures) ? 0 : named(row)));
  const most = Math.max(0, ...counts);
  return most > 1 ? counts.indexOf(most) : -1;
}

/** Also an amount beside its name, as a summary above a ledger has it. */
function hasFigures(cell: string): boolean {
  return isDay(cell) || isAmount(cell) || /\d\.\d\d(?!\d)/.test(cell);
}

/** The row with the names of columns: the first, or below titles the one that names the most. It has no day or amount. */
export function headerOf(rows: Sheet['rows'], named: (row: readonly string[]) => number): number {
  return Math.max(0, namingRow(rows, named));
}

/** The row with the names of the columns of a ledger: the last above its days where no row has known names; -1 if none. */
export function ledgerHeaderOf(rows: Sheet['rows']): number {
  const at = namingRow(rows, columnsNamed);
  if (at !== -1) return at;
  const first = rows.findIndex((row) => row.some(isDay));
  // Without a line that has a day, the first one can only be the names of columns.
  return rows.slice(0, first === -1 ? 1 : first).findLastIndex((row) => !row.some(isAmount));
}

/** The sheet that names the most columns; null if none names two. */
export function bestSheet(sheets: readonly Sheet[], named: (row: readonly string[]) => number): Sheet | null {
  const counts = sheets.map(({ rows }) => named(rows[headerOf(rows, named)] ?? []));
  const most = Math.max(0, ...counts);
  return most > 1 ? (sheets[counts.indexOf(most)] ?? null) : null;
}
