import { isApproved } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { beginReview } from './engagement.ts';
import { closeAttempt, pendingAttempt } from './service.ts';

export const holdingCommands = { hold, resume };

const beforeService: readonly State[] = ['notice_review', 'notice_approved', 'notice_sent'];
const beforeFiling: readonly State[] = ['filing_review', 'filing_approved'];

/** Operators stop a live case, for a reason they store. */
function hold(turn: Turn): Decision {
  const { record } = turn;
  const isUntouchedDraft = record.state === 'draft' && record.attorneyId === null;
  if (isUntouchedDraft || !turn.can('hold')) return refuse('invalid_transition');
  turn.emit('hold', {
    actor: 'platform',
    to: 'on_hold',
    detail: { reason: 'operator', heldFrom: record.state },
    patch: { heldFrom: record.state, holdReason: 'operator' },
  });
  return turn.done();
}

/** Operators let a held case go on. Where the approval is gone (another attorney), it goes back to review. */
function resume(turn: Turn): Decision {
  const { record } = turn;
  if (!turn.can('resume') || record.heldFrom === null) return refuse('invalid_transition');
  if (record.withdrawal !== null || (record.attorneyId === null && record.heldFrom !== 'submitted')) {
    return refuse('guard_failed');
  }
  const to = resumeState(turn);
  // What the attorney before had sent out and nobody has served is not served any more.
  const abandoned = to === 'notice_review' ? pendingAttempt(record, 'notice') : undefined;
  if (abandoned)
    closeAttempt(turn, abandoned, { status: 'failed', failureReason: 'Given up: the case is reviewed anew' });
  turn.emit('resume', { actor: 'platform', to, patch: { heldFrom: null, holdReason: null } });
  // An attorney was assigned while it was held: nobody needs to be found any more.
  if (to === 'submitted' && record.attorneyId !== null) beginReview(turn, record.attorneyId);
  return turn.done();
}

function resumeState({ record }: Turn): State {
  const from = record.heldFrom ?? 'submitted';
  if (beforeService.includes(from) && !isApproved(record, 'notice')) return 'notice_review';
  if (beforeFiling.includes(from) && !isApproved(record, 'filing')) return 'filing_review';
  return from;
}
