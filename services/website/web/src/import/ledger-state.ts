import { type Columns, headingsOf, linesBelow } from './columns.ts';
import type { LedgerMeaning } from './headings.ts';
import { type ReadLedger, readLedger } from './ledger.ts';
import { type Answers, settle, type SettledLedger } from './settle.ts';

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

/** What becomes of the ledgers of many cases by what was said so far. */
export function viewOf({ columns, answers }: LedgerState): LedgerView {
  const view = viewAs(columns, answers, columns.meanings);
  const hasReference = columns.meanings.includes('reference');
  return hasReference ? view : { ...view, open: [...view.open, 'Choose the column with the reference of the case.'] };
}

/** The different references in a table, if one of its columns has them. */
export function referencesIn(columns: Columns<LedgerMeaning>): string[] {
  const at = columns.meanings.indexOf('reference');
  return [...new Set(linesBelow(columns).map(({ cells }) => cells[at] ?? ''))].filter((text) => text !== '');
}

/**
 * What becomes of the ledger of one case. Where the table has the lines of several, only those of `reference` are read; null
 * is no choice yet.
 */
export function viewOfOne({ columns, answers }: LedgerState, reference: string | null): LedgerView {
  const column = columns.meanings.indexOf('reference');
  const isMixed = referencesIn(columns).length > 1;
  const meanings = columns.meanings.map((meaning) => (meaning === 'reference' ? '' : meaning));
  const view = viewAs(columns, answers, meanings, isMixed ? { column, text: reference ?? '' } : undefined);
  if (!isMixed || reference !== null) return view;
  return { ...view, open: [...view.open, 'Choose the case that these lines belong to.'] };
}

function viewAs(
  columns: Columns<LedgerMeaning>,
  answers: Answers,
  meanings: readonly (LedgerMeaning | '')[],
  only?: { column: number; text: string },
): LedgerView {
  const table = { headings: headingsOf(columns), lines: linesBelow(columns), meanings, orders: columns.orders };
  const ledger = readLedger(only ? { ...table, only } : table);
  const settled = settle(ledger, answers);
  const isUndated = [...ledger.dates.values()].some(({ order }) => order === null);
  const open = [
    ...(columns.readsHidden === null ? ['Say whether the hidden rows are read.'] : []),
    ...ledger.missing,
    ...(isUndated ? ['Say how the dates are written.'] : []),
    ...(settled.isStated ? [] : ['Say which amounts are payments.']),
  ];
  return { ledger, settled, open };
}
