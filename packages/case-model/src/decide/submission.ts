import type { CaseBrief, CaseRecord } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { beginReview } from './engagement.ts';

/** Submit freezes the facts: a test case goes straight to review, a live one to its attorney. */
export function submit(turn: Turn, brief: CaseBrief): Decision {
  const { record } = turn;
  if (record.state !== 'draft') return refuse('invalid_transition');
  turn.patch({ brief, changesRequested: false });
  if (record.mode === 'test') {
    const to = reviewAfterSubmit(turn.record);
    return turn.emit('submit', { actor: 'customer', to }).done();
  }
  turn.emit('submit', { actor: 'customer', to: 'submitted' });
  // Answering the attorney's note: the engagement goes on where it was.
  if (record.attorneyId !== null) beginReview(turn, record.attorneyId);
  return turn.done();
}

/**
 * Where review begins. A notice already served still stands while parties, property, ground, amount owed and
 * violation are as they were; otherwise a new notice is needed.
 */
export function reviewAfterSubmit({ brief, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (brief?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsHash === brief?.noticeFactsHash ? 'filing_review' : 'notice_review';
}
