import { goToAttorney, reviewAfterSubmit } from '../transitions/engagement.ts';
import { withNoticeDeadlines } from '../transitions/notice-served.ts';
import { isSandbox } from '../mode.ts';
import { isEngaged } from '../open-work.ts';
import type { SubmissionSnapshot } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Submit {
  readonly kind: 'submit';
  /** The part of the frozen facts that later decisions depend on. Prepared by the worker. */
  readonly submission: SubmissionSnapshot;
  /** The attestations in their exact wording, and who made them. Prepared by the worker. */
  readonly attested?: Readonly<Record<string, unknown>>;
}

/** Freezes the facts. A test case enters review at once. A live case goes to its attorney, once there is one. */
export const submit = defineCommand<Submit>()({
  authors: ['customer'],
  description: 'The customer submits the draft.',
  needs: ['attorneyLapsed'],
  preparedFrom: ['draft'],
  decide(turn, { submission, attorneyLapsed, attested }) {
    const { record } = turn;
    if (!turn.can('submit')) return refuse('invalid_transition');
    turn.patch({ submission, factsVersion: submission.factsVersion, changesRequested: false });
    // Unless a served notice is still valid, the notice has to be made again.
    if (reviewAfterSubmit(turn.record) === 'notice_review')
      turn.patch({
        stageDocuments: { ...record.stageDocuments, notice: [] },
        notice: null,
        deadlines: withNoticeDeadlines(record, []),
      });
    // A sandbox case has an attorney only during a simulation. Without one, its review starts right away.
    const isPlayed = isSandbox(record) && !isEngaged(record);
    const to = isPlayed ? reviewAfterSubmit(turn.record) : 'submitted';
    turn.emit('submit', { actor: 'customer', to });
    if (attested) turn.note('attested', 'customer', attested);
    const { attorneyId } = record;
    if (isPlayed || attorneyId === null) return turn.done();
    // An attorney who is eligible in the property's state keeps the case, even if that state has changed.
    if (!attorneyLapsed) goToAttorney(turn);
    else {
      // Otherwise another attorney has to be found.
      turn.patch({ attorneyId: null, accepted: false });
      turn.note('attorney_reassigned', 'platform', { attorneyId: null, previousAttorneyId: attorneyId });
    }
    return turn.done();
  },
});
