import { isSandbox } from '../mode.ts';
import { stageUnderReview } from '../record.ts';
import type { Turn } from '../turn.ts';

/** Of no version of the facts: a new summary is due, and an approval that names this one is stale. */
const outdated = -1;

/**
 * Calls for a new summary where a live filing is under review: what its attorney approves has to show the payment or
 * cure that was just reported.
 */
export function outdateFilingSummary(turn: Turn): void {
  const { record } = turn;
  const { filing } = record.summaries;
  // A case on hold returns to the review of what is then shown.
  const stage = stageUnderReview({ ...record, state: record.heldFrom ?? record.state });
  if (isSandbox(record) || stage !== 'filing' || filing === null) return;
  turn.patch({ summaries: { ...record.summaries, filing: { ...filing, factsVersion: outdated } } });
}
