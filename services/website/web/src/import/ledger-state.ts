import { type Columns, headingsOf, linesBelow, widthOf } from './columns.ts';
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
 * What becomes of the lines by what was said so far. `one` is the reference of the case whose ledger is read, null where it
 * is not chosen yet. Without it the lines are those of many cases.
 */
export function viewOf({ columns, answers }: LedgerState, one?: string | null): LedgerView {
  const isMixed = referencesIn(columns).size > 1;
  const isOne = one !== undefined;
  const meanings = columns.meanings.map((meaning) => (isOne && !isMixed && meaning === 'reference' ? '' : meaning));
  const ledger = readLedger({
    headings: headingsOf(columns),
    width: widthOf(columns),
    lines: linesBelow(columns),
    meanings,
    orders: columns.orders,
    ...(isOne && isMixed && { only: one ?? '' }),
  });
  const settled = settle(ledger, answers);
  const hasReference = columns.meanings.includes('reference');
  const questions: [boolean, string][] = [
    [columns.readsHidden === null, 'Say whether the hidden rows are read.'],
    [!isOne && !hasReference, 'Choose the column with the reference of the case.'],
    [isOne && isMixed && one === null, 'Choose the case that these lines belong to.'],
    ...ledger.missing.map((sentence): [boolean, string] => [true, sentence]),
    [[...ledger.dates.values()].some(({ order }) => order === null), 'Say how the dates are written.'],
    [!settled.isStated, 'Say which amounts are payments.'],
  ];
  return { ledger, settled, open: questions.flatMap(([isOpen, sentence]) => (isOpen ? [sentence] : [])) };
}
