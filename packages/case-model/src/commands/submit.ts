import { goToAttorney, reviewAfterSubmit } from '../transitions/engagement.ts';
import { withNoticeDeadlines } from '../transitions/notice-served.ts';
import { isSandbox } from '../mode.ts';
import { isEngaged } from '../open-work.ts';
import type { SubmissionSnapshot } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Submit {
  readonly kind: 'submit';
  /** The part of the frozen facts that decides how the case continues. Prepared by the worker. */
  readonly submission: SubmissionSnapshot;
  /** What is attested, word for word, and by whom. Prepared by the worker. */
  readonly attested?: Readonly<Record<string, unknown>>;
}

/** Freezes the facts. A test case enters review at once, and a live case goes to its attorney. */
export const submit = defineCommand<Submit>()({
  authors: ['customer'],
  description: 'The customer submits the draft.',
  needs: ['attorneyLapsed'],
  preparedFrom: ['draft'],
  decide(turn, { submission, attorneyLapsed, attested }) {
    const { record } = turn;
    if (!turn.can('submit')) return refuse('invalid_transition');
    turn.patch({ submission, factsVersion: submission.factsVersion, changesRequested: false });
    // A notice that states other facts needs new documents.
    if (reviewAfterSubmit(turn.record) === 'notice_review')
      turn.patch({
        stageDocuments: { ...record.stageDocuments, notice: [] },
        notice: null,
        deadlines: withNoticeDeadlines(record, []),
      });
    // Only a simulation engages an attorney for a sandbox case.
    const isPlayed = isSandbox(record) && !isEngaged(record);
    const to = isPlayed ? reviewAfterSubmit(turn.record) : 'submitted';
    turn.emit('submit', { actor: 'customer', to });
    if (attested) turn.note('attested', 'customer', attested);
    const { attorneyId } = record;
    if (isPlayed || attorneyId === null) return turn.done();
    // Resubmitting after requested changes continues the engagement, even for a property in another state.
    if (!attorneyLapsed) goToAttorney(turn);
    else {
      // An attorney who is no longer eligible is replaced.
      turn.patch({ attorneyId: null, accepted: false });
      turn.note('attorney_reassigned', 'platform', { attorneyId: null, previousAttorneyId: attorneyId });
    }
    return turn.done();
  },
});
