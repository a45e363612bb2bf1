import { isSandbox } from '../mode.ts';
import { isAmending } from '../approvals.ts';
import { effectiveState, type State } from '../states.ts';
import type { Turn } from '../turn.ts';

/** Of no version of the facts: a new summary is due, and an approval that names this one is stale. */
const outdated = -1;

/** Where a summary for the filing exists and nothing has gone to the court. */
const beforeFiling: readonly State[] = ['submitted', 'attorney_assigned', 'filing_review', 'filing_approved'];

/**
 * Calls for a new summary of a live filing: what its attorney approves has to show the payment or cure that was just
 * reported. An approval that was given and not used is void, and the filing returns to review.
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
  // A case on hold returns to review when it resumes.
  if (record.state === state) turn.emit('begin_review', { actor: 'platform', to: 'filing_review' });
}
