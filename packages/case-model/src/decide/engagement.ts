import type { CaseRecord } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/** The platform found an eligible attorney for a submitted case. */
export function engage(turn: Turn, attorneyId: string): Decision {
  if (turn.record.state !== 'submitted') return refuse('invalid_transition');
  beginReview(turn, attorneyId);
  return turn.done();
}

/** Operators give the case to an attorney: the first, or another in place of the one before. */
export function assign(turn: Turn, attorneyId: string): Decision {
  const { record } = turn;
  if (record.state === 'draft') return refuse('invalid_transition');
  if (record.state === 'submitted') return engage(turn, attorneyId);
  // An approval belongs to the attorney who gave it.
  turn.patch({ attorneyId, approvals: { notice: null, filing: null } });
  turn.note('attorney_reassigned', 'platform', { attorneyId, previousAttorneyId: record.attorneyId });
  return turn.done();
}

/** Two events at once: the attorney is assigned and opens the review. */
export function beginReview(turn: Turn, attorneyId: string): void {
  turn.emit('assign_attorney', { actor: 'platform', to: 'attorney_assigned', patch: { attorneyId } });
  turn.emit('begin_review', { actor: 'platform', to: reviewAfterSubmit(turn.record) });
}

/**
 * Where review begins. A notice already served still stands while parties, property, ground, amount owed and
 * violation are as they were; otherwise a new notice is needed.
 */
export function reviewAfterSubmit({ brief, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (brief?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsVersion === brief?.noticeFactsVersion ? 'filing_review' : 'notice_review';
}
