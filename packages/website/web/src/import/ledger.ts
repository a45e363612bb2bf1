import { readAmount } from './amount.ts';
import { headingOf, repeatsHeadings } from './columns.ts';
import { type DateColumn, dateColumns, type DateOrder, readDate } from './dates.ts';
import type { LedgerMeaning } from './headings.ts';
import { openQuestions } from './open-questions.ts';
import { referenceKey } from './settle.ts';
import type { Line } from './table.ts';
import { createTotals, type Totals } from './totals.ts';

export type Side = 'charge' | 'payment';

/** The lines of a ledger below its headings, with the meanings that the user assigned to its columns. */
interface LedgerColumns {
  headings: readonly string[];
  /** The number of cells in a line. In a line with more cells, an unquoted comma has shifted the values. */
  width: number;
  lines: readonly Line[];
  meanings: readonly (LedgerMeaning | '')[];
  /** The order of day and month in each date column for which the user has chosen one. */
  orders: ReadonlyMap<number, DateOrder>;
  /** If set, only lines with this reference or with none are read, as the ledger of one case. */
  only?: string;
}

/**
 * A group of amounts with the same meaning. They have the same column and sign and, if another column says what they
 * are, the same word there.
 */
export interface AmountGroup {
  id: string;
  heading: string;
  /** The word in the column that says what an amount is. Null without such a column. */
  word: string | null;
  isNegative: boolean;
  count: number;
  /** One of the amounts, in cents, and its line. */
  example: { line: Line; cents: number };
  /** The meaning of the column that contains the amounts. */
  column: Side | 'amount';
  /**
   * Whether the amounts are charges or payments, according to their column or to an unmistakable word. Null if the user
   * has to decide.
   */
  proposed: Side | null;
}

/** A line as it was read, before the user has said which amounts are payments. */
export interface ReadLine {
  line: Line;
  reference: string;
  kind: 'entries' | 'heading' | 'title' | 'balance' | 'total' | 'fault';
  /** The amounts in cents, without a sign, with the ids of their groups. */
  money: readonly { group: string; cents: number }[];
  /** The dates of a charge and of a payment in this line, or a sentence that says why there is none. */
  dates: Readonly<Record<Side, string | { fault: string }>>;
  /** A sentence that says why the line can't be read. Empty if it can. */
  fault: string;
  /** Whether an amount column contains an amount, readable or not. */
  hasAmount: boolean;
  balance: number | null;
  memo: string;
}

export interface ReadLedger {
  lines: readonly ReadLine[];
  groups: readonly AmountGroup[];
  /** How the dates in each column are read, by column index. */
  dates: ReadonlyMap<number, DateColumn>;
  /** Sentences that ask for the columns that are still missing or contradict each other. */
  missing: readonly string[];
}

const unmistakable: Readonly<Record<string, Side>> = {
  charge: 'charge',
  charges: 'charge',
  invoice: 'charge',
  invoices: 'charge',
  payment: 'payment',
  payments: 'payment',
};
/** A column with more different words than this can't be the one that says which amounts are payments. */
const mostWords = 40;
const longestMemo = 500;

/** Reads every line by the meanings of its columns. Never infers a meaning from the cells. */
export function readLedger(table: LedgerColumns, today = new Date()): ReadLedger {
  const columns = new Map<LedgerMeaning | '', number[]>();
  for (const [column, meaning] of table.meanings.entries()) {
    columns.set(meaning, [...(columns.get(meaning) ?? []), column]);
  }
  const at = (meaning: LedgerMeaning) => columns.get(meaning) ?? [];
  const dated = [...at('date'), ...at('chargeDate'), ...at('paymentDate')];
  const dates = dateColumns(table.lines, dated, table.orders, today);
  const groups = new Map<string, AmountGroup>();
  const day = today.toISOString().slice(4, 10);
  const [firstDate = '', lastDate = ''] = [-20, 1].map((years) => `${today.getUTCFullYear() + years}${day}`);
  const totals = createTotals([...at('charge'), ...at('payment'), ...at('amount')]);
  const reader = { ...table, at, dates, groups, today, firstDate, lastDate, totals, above: '' };
  const { only } = table;
  const [column = -1] = at('reference');
  const isWanted = ({ cells: { [column]: text = '' } }: Line) =>
    only === undefined || text === '' || referenceKey(text) === referenceKey(only);
  const lines = table.lines.filter(isWanted).map((line) => readLine(line, reader));
  return { lines, groups: withUnmistakable([...groups.values()]), dates, missing: missingIn(at, groups) };
}

interface Reader extends LedgerColumns {
  at: (meaning: LedgerMeaning) => number[];
  dates: ReadonlyMap<number, DateColumn>;
  groups: Map<string, AmountGroup>;
  today: Date;
  /** Dates outside these bounds are treated as mistakes. */
  firstDate: string;
  lastDate: string;
  totals: Totals;
  /** The last reference so far, in this line or above it. */
  above: string;
}

function missingIn(at: Reader['at'], groups: ReadonlyMap<string, AmountGroup>): string[] {
  const has = (...meanings: LedgerMeaning[]) => meanings.some((meaning) => at(meaning).length > 0);
  const words = new Set([...groups.values()].map(({ word }) => word)).size;
  return openQuestions([
    [!has('charge', 'payment', 'amount'), 'Choose the columns with the charges and the payments.'],
    [
      has('amount') && has('charge', 'payment'),
      'Choose either one column of amounts or columns of charges and payments.',
    ],
    [has('charge', 'amount') && !has('date', 'chargeDate'), 'Choose the column with the date of a charge.'],
    [has('payment', 'amount') && !has('date', 'paymentDate'), 'Choose the column with the date of a payment.'],
    [words > mostWords, `The column for “Charge or payment?” has ${words} different words. Choose another one.`],
  ]);
}

function readLine(line: Line, reader: Reader): ReadLine {
  const { headings, at } = reader;
  const cell = (column: number | undefined) => (column === undefined ? '' : (line.cells[column] ?? ''));
  const texts = (...meanings: LedgerMeaning[]) => meanings.flatMap((meaning) => at(meaning).map(cell));
  const amounts = (['charge', 'payment', 'amount'] as const).flatMap((meaning) =>
    at(meaning).map((column) => ({ meaning, column, text: cell(column), cents: readAmount(cell(column)) })),
  );
  const written = amounts.filter(({ text }) => text !== '');
  const money = written.filter(({ cents }) => cents !== 0);
  const [balanceText = ''] = texts('balance');
  const [referenceText = ''] = texts('reference');
  if (referenceText !== '') reader.above = referenceKey(referenceText);
  const isWithoutReference = at('reference').length > 0 && referenceText === '';
  const read = {
    line,
    reference: reader.only === undefined ? reader.above : '',
    money: [],
    dates: datesOf(cell, reader),
    fault: '',
    hasAmount: money.length > 0 || (balanceText !== '' && readAmount(balanceText) === null),
    balance: readAmount(balanceText),
    memo: texts('memo')
      .filter(Boolean)
      .join(', ')
      .slice(0, longestMemo)
      .replace(/[\uD800-\uDBFF]$/, ''),
  };
  const faulty = (fault: string): ReadLine => ({ ...read, kind: 'fault', fault });
  if (repeatsHeadings(line, headings)) {
    return { ...read, kind: 'heading', hasAmount: false, balance: null };
  }
  const hasDate = Object.values(read.dates).some((date) => typeof date === 'string');
  if (!hasDate && reader.totals.isTotal(line)) return { ...read, kind: 'total', hasAmount: false };
  if (line.cells.length > reader.width) {
    return { ...faulty('It has more cells than the other lines.'), hasAmount: true, balance: null };
  }
  const unread = money.find(({ cents }) => cents === null);
  if (unread) return faulty(`“${unread.text}” is not an amount.`);
  if (balanceText !== '' && read.balance === null) return faulty(`“${balanceText}” is not a balance.`);
  if (money.length === 0) {
    if (written.length > 0 && hasDate) return faulty('The amount is zero.');
    if (read.balance !== null) return { ...read, kind: 'balance' };
    return hasDate ? faulty('It has no amount.') : { ...read, kind: 'title' };
  }
  if (isWithoutReference) return faulty('It has no reference.');
  if (hasDate) reader.totals.add(line);
  const entries = money.map(({ meaning, column, cents }) => {
    const word = meaning === 'amount' && at('type').length > 0 ? (texts('type')[0] ?? '') : null;
    const example = { line, cents: cents ?? 0 };
    return { group: groupOf(reader, meaning, column, word, example), cents: Math.abs(cents ?? 0) };
  });
  return { ...read, kind: 'entries', money: entries };
}

function datesOf(
  cell: (column: number | undefined) => string,
  { at, dates, today, firstDate, lastDate }: Reader,
): ReadLine['dates'] {
  const dateIn = (column: number | undefined) => {
    const text = cell(column);
    if (column === undefined || text === '') return { fault: 'It has no date.' };
    const order = dates.get(column)?.order ?? null;
    const date = readDate(text, order, today);
    if (date === null) return { fault: `“${text}” is not a date.` };
    if (date > lastDate) return { fault: `“${text}” is more than a year ahead.` };
    return date < firstDate ? { fault: `“${text}” is more than 20 years ago.` } : date;
  };
  const [ofBoth] = at('date');
  const [ofCharge = ofBoth] = at('chargeDate');
  const [ofPayment = ofBoth] = at('paymentDate');
  const charge = dateIn(ofCharge);
  return { charge, payment: ofPayment === ofCharge ? charge : dateIn(ofPayment) };
}

/** Adds an amount to its group and returns the group's id. */
function groupOf(
  { groups, headings, at }: Reader,
  meaning: AmountGroup['column'],
  column: number,
  word: string | null,
  example: AmountGroup['example'],
): string {
  const isNegative = example.cents < 0;
  const id = JSON.stringify([meaning, column, word === null ? null : [at('type')[0], word.toLowerCase()], isNegative]);
  const known = groups.get(id);
  if (known) {
    known.count += 1;
    return id;
  }
  const heading = headingOf(headings, column);
  const proposed = meaning === 'amount' || isNegative ? null : meaning;
  groups.set(id, { id, heading, word, isNegative, count: 1, example, column: meaning, proposed });
  return id;
}

/**
 * Sets the proposed side of groups with an unmistakable word, such as `Payment`, if all amounts with that word have the
 * expected sign. Charges have to be positive. Payments have to be negative if any amount is.
 */
function withUnmistakable(groups: readonly AmountGroup[]): AmountGroup[] {
  const isSigned = groups.some(({ word, isNegative }) => word !== null && isNegative);
  return groups.map((group) => {
    const { word, isNegative } = group;
    const side = unmistakable[word?.toLowerCase() ?? ''];
    if (word === null || side === undefined) return group;
    const hasOther = groups.some(
      (one) => one.word?.toLowerCase() === word.toLowerCase() && one.isNegative !== isNegative,
    );
    const isExpected = side === 'charge' ? !isNegative : isNegative === isSigned;
    return hasOther || !isExpected ? group : { ...group, proposed: side };
  });
}
