import type { CustomerCommand } from '../commands.ts';
import { isSandbox } from '../mode.ts';
import { withNoticeDeadlines } from './notice-served.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { goToAttorney, reviewAfterSubmit } from './engagement.ts';

export const submissionCommands = { submit };

type Submit = Extract<CustomerCommand, { kind: 'submit' }>;

/** Freezes the facts. A test case enters review at once; a live case goes to its attorney. */
function submit(turn: Turn, { submission, attorneyLapsed = false, attested }: Submit): Decision {
  const { record } = turn;
  if (!turn.can('submit')) return refuse('invalid_transition');
  turn.patch({ submission, factsVersion: submission.factsVersion, changesRequested: false });
  // A notice that states different facts needs new documents.
  if (reviewAfterSubmit(turn.record) === 'notice_review')
    turn.patch({
      stageDocuments: { ...record.stageDocuments, notice: [] },
      notice: null,
      deadlines: withNoticeDeadlines(record, []),
    });
  const to = isSandbox(record) ? reviewAfterSubmit(turn.record) : 'submitted';
  turn.emit('submit', { actor: 'customer', to });
  if (attested) turn.note('attested', 'customer', attested);
  if (isSandbox(record)) return turn.done();
  const { attorneyId } = record;
  if (attorneyId === null) return turn.done();
  // A resubmission after requested changes continues the engagement, even for a property in another state.
  if (!attorneyLapsed) goToAttorney(turn);
  else {
    // An attorney who is no longer eligible is replaced.
    turn.patch({ attorneyId: null, accepted: false });
    turn.note('attorney_reassigned', 'platform', { attorneyId: null, previousAttorneyId: attorneyId });
  }
  return turn.done();
}
