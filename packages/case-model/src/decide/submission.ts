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
  // The attorney of another state cannot go on with it: somebody who is licensed there is looked for.
  const hasMoved = record.brief !== null && record.brief.jurisdiction !== brief.jurisdiction;
  if (hasMoved) turn.patch({ attorneyId: null });
  turn.emit('submit', { actor: 'customer', to: 'submitted' });
  // Answering the attorney's note: the engagement goes on where it was.
  const { attorneyId } = turn.record;
  if (attorneyId !== null) beginReview(turn, attorneyId);
  return turn.done();
}
