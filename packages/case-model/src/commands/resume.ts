import { goToAttorney } from '../transitions/engagement.ts';
import { giveUpPending } from '../transitions/service.ts';
import { isApproved } from '../approvals.ts';
import { isEngaged } from '../open-work.ts';
import type { State } from '../states.ts';
import { refuse, type Turn } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Resume {
  readonly kind: 'resume';
  readonly notes?: string;
}

const beforeAcceptance: readonly State[] = ['submitted', 'attorney_assigned'];
const beforeService: readonly State[] = ['notice_review', 'notice_approved', 'notice_sent'];
const beforeFiling: readonly State[] = ['filing_review', 'filing_approved'];

/**
 * Resumes a case on hold. It returns to review if its approval is no longer valid, for example because another attorney
 * was assigned.
 */
export const resume = defineCommand<Resume>()({
  authors: ['attorney', 'operator'],
  description: 'The case returns to where it was, or to review if it has no current approval.',
  fields: {},
  example: {},
  route: {
    operationId: 'resumeCase',
    title: 'Resume case',
    method: 'POST',
    path: '/resume',
    description:
      'The case returns to its state before the hold, or to the review of its stage if it has no current approval. While a withdrawal is pending: 409 `guard_failed`.',
  },
  states: ['on_hold'],
  forms: [{ title: 'Resume case', fields: {}, states: ['on_hold'], unlessWithdrawing: true }],
  decide(turn) {
    const { record } = turn;
    if (!turn.can('resume') || record.heldFrom === null) return refuse('invalid_transition');
    if (record.withdrawal !== null) return refuse('withdrawal_pending');
    if (record.attorneyId === null && record.heldFrom !== 'submitted') return refuse('no_attorney');
    if (!beforeAcceptance.includes(record.heldFrom) && !isEngaged(record)) return refuse('engagement_not_accepted');
    const to = resumeState(turn);
    // The notice that the previous attorney sent out needs a new approval, so abandon the pending attempts.
    if (to === 'notice_review') giveUpPending(turn, 'notice');
    turn.emit('resume', { actor: turn.author, to, patch: { heldFrom: null, holdReason: null, holdUntil: null } });
    // If an attorney was assigned during the hold, there is no need to search for one.
    if (record.attorneyId !== null) goToAttorney(turn);
    return turn.done();
  },
});

function resumeState({ record }: Turn): State {
  const from = record.heldFrom ?? 'submitted';
  if (beforeService.includes(from) && !isApproved(record, 'notice')) return 'notice_review';
  if (beforeFiling.includes(from) && !isApproved(record, 'filing')) return 'filing_review';
  return from;
}
