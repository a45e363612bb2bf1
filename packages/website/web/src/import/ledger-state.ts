import { type Columns, headingsOf, linesBelow, widthOf } from './columns.ts';
import type { DateColumn } from './dates.ts';
import type { LedgerMeaning } from './headings.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { openQuestions } from './open-questions.ts';
import { type Answers, referenceKey, settle, type SettledLedger } from './settle.ts';

/** A table of ledger lines, with the user's answers about it. */
export interface LedgerState {
  columns: Columns<LedgerMeaning>;
  answers: Answers;
}

export interface LedgerView {
  ledger: ReadLedger;
  settled: SettledLedger;
  /** Sentences that say which answers are still missing before the lines can be used. */
  open: readonly string[];
}

/** Returns the references in a table in their original spelling, by their normalized form. */
export function referencesIn(columns: Columns<LedgerMeaning>): ReadonlyMap<string, string> {
  const at = columns.meanings.indexOf('reference');
  const texts = linesBelow(columns).map(({ cells }) => cells[at] ?? '');
  return new Map(texts.flatMap((text) => (text === '' ? [] : [[referenceKey(text), text]])));
}

/**
 * Reads the lines by the meanings of their columns. `one` is the reference of the case whose ledger is read, or null if
 * it isn't chosen yet. Without `one`, the lines belong to many cases.
 */
export function readLines(columns: Columns<LedgerMeaning>, one?: string | null): ReadLedger {
  const isOne = one !== undefined;
  const isMixed = isOne && referencesIn(columns).size > 1;
  const meanings = columns.meanings.map((meaning) => (isOne && !isMixed && meaning === 'reference' ? '' : meaning));
  return readLedger({
    headings: headingsOf(columns),
    width: widthOf(columns),
    lines: linesBelow(columns),
    meanings,
    orders: columns.orders,
    ...(isMixed && { only: one ?? '' }),
  });
}

/** Applies the answers so far to the lines, and says what is still open. Reads the lines unless they are passed in. */
export function viewOf(
  { columns, answers }: LedgerState,
  one?: string | null,
  ledger = readLines(columns, one),
): LedgerView {
  const settled = settle(ledger, answers);
  const isOne = one !== undefined;
  const open = openQuestions([
    [columns.readsHidden === null, 'Choose whether to read the hidden rows.'],
    [!isOne && !columns.meanings.includes('reference'), 'Choose the column with the reference of the case.'],
    [one === null && referencesIn(columns).size > 1, 'Choose the case that these lines belong to.'],
    ...ledger.missing.map((sentence) => [true, sentence] as const),
    [isUncertain(ledger.dates), 'Choose how the dates are written.'],
    [!settled.isStated, 'Choose which amounts are payments.'],
  ]);
  return { ledger, settled, open };
}

/** Returns whether the order of day and month is unknown for any column. */
export function isUncertain(dates: ReadonlyMap<number, DateColumn>): boolean {
  return [...dates.values()].some(({ order }) => order === null);
}
