import { type Columns, headingsOf, linesBelow, widthOf } from './columns.ts';
import type { DateColumn } from './dates.ts';
import type { LedgerMeaning } from './headings.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { type Answers, referenceKey, settle, type SettledLedger } from './settle.ts';

/** A table of ledger lines with everything that a person said about it. */
export interface LedgerState {
  columns: Columns<LedgerMeaning>;
  answers: Answers;
}

export interface LedgerView {
  ledger: ReadLedger;
  settled: SettledLedger;
  /** What a person still has to say before the lines can be used, in sentences. */
  open: readonly string[];
}

/** The different references in a table as they are written, by their key. */
export function referencesIn(columns: Columns<LedgerMeaning>): ReadonlyMap<string, string> {
  const at = columns.meanings.indexOf('reference');
  const texts = linesBelow(columns).map(({ cells }) => cells[at] ?? '');
  return new Map(texts.flatMap((text) => (text === '' ? [] : [[referenceKey(text), text]])));
}

/**
 * Reads the lines by what their columns mean. `one` is the reference of the case whose ledger is read, null where it is not
 * chosen yet. Without it the lines are those of many cases.
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

/** What becomes of the lines by what was said so far. They are read here unless that was done before. */
export function viewOf(
  { columns, answers }: LedgerState,
  one?: string | null,
  ledger = readLines(columns, one),
): LedgerView {
  const settled = settle(ledger, answers);
  const isOne = one !== undefined;
  const open = openQuestions([
    [columns.readsHidden === null, 'Say whether the hidden rows are read.'],
    [!isOne && !columns.meanings.includes('reference'), 'Choose the column with the reference of the case.'],
    [one === null && referencesIn(columns).size > 1, 'Choose the case that these lines belong to.'],
    ...ledger.missing.map((sentence) => [true, sentence] as const),
    [isUncertain(ledger.dates), 'Say how the dates are written.'],
    [!settled.isStated, 'Say which amounts are payments.'],
  ]);
  return { ledger, settled, open };
}

/** Whether it is not known how the dates of a column are written. */
export function isUncertain(dates: ReadonlyMap<number, DateColumn>): boolean {
  return [...dates.values()].some(({ order }) => order === null);
}

/** The sentences of the questions that are open. */
export function openQuestions(questions: readonly (readonly [isOpen: boolean, sentence: string])[]): string[] {
  return questions.flatMap(([isOpen, sentence]) => (isOpen ? [sentence] : []));
}
