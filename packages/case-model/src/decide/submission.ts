import type { CaseBrief } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { beginReview, reviewAfterSubmit } from './engagement.ts';

/** Submit freezes the facts: a test case goes straight to review, a live one to its attorney. */
export function submit(turn: Turn, brief: CaseBrief): Decision {
  const { record } = turn;
  if (record.state !== 'draft') return refuse('invalid_transition');
  turn.patch({ brief, factsVersion: brief.factsVersion, changesRequested: false });
  // A notice of other facts takes other papers.
  if (reviewAfterSubmit(turn.record) === 'notice_review')
    turn.patch({ stageDocuments: { ...record.stageDocuments, notice: [] } });
  if (record.mode === 'test') {
    const to = reviewAfterSubmit(turn.record);
    return turn.emit('submit', { actor: 'customer', to }).done();
  }
  turn.emit('submit', { actor: 'customer', to: 'submitted' });
  // Answering the attorney's note: the engagement goes on where it was.
  if (record.attorneyId !== null) beginReview(turn, record.attorneyId);
  return turn.done();
}
