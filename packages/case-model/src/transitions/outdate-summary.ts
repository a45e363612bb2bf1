import { isSandbox } from '../mode.ts';
import { isAmending } from '../approvals.ts';
import { effectiveState, type State } from '../states.ts';
import type { Turn } from '../turn.ts';

/**
 * The version of an outdated summary, lower than any version of the facts. It makes a new summary due, and approvals of
 * this one stale.
 */
const outdated = -1;

/** The states in which the filing may have a summary, but nothing is with the court. */
const beforeFiling: readonly State[] = ['submitted', 'attorney_assigned', 'filing_review', 'filing_approved'];

/**
 * Requires a new summary of a live filing, because the attorney's approval has to cover the payment or cure that was
 * just reported. Voids an unused approval and returns the filing to review.
 */
export function outdateFilingSummary(turn: Turn): void {
  const { record } = turn;
  const { filing } = record.summaries;
  const state = effectiveState(record);
  if (isSandbox(record) || filing === null || !(beforeFiling.includes(state) || isAmending({ ...record, state })))
    return;
  turn.patch({ summaries: { ...record.summaries, filing: { ...filing, factsVersion: outdated } } });
  if (state !== 'filing_approved') return;
  turn.patch({ approvals: { ...record.approvals, filing: null } });
  // A case on hold returns to review when it is resumed.
  if (record.state === state) turn.emit('begin_review', { actor: 'platform', to: 'filing_review' });
}
