import { isApproved } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { beginReview } from './engagement.ts';
import { closeAttempt, pendingAttempt } from './service.ts';

export const holdingCommands = { hold, resume };

const beforeService: readonly State[] = ['notice_review', 'notice_approved', 'notice_sent'];
const beforeFiling: readonly State[] = ['filing_review', 'filing_approved'];

/** Puts a live case on hold, for a reason stored separately. */
function hold(turn: Turn): Decision {
  const { record } = turn;
  const isUntouchedDraft = record.state === 'draft' && record.attorneyId === null;
  if (isUntouchedDraft || !turn.can('hold')) return refuse('invalid_transition');
  turn.emit('hold', {
    actor: turn.author,
    to: 'on_hold',
    detail: { reason: 'operator', heldFrom: record.state },
    patch: { heldFrom: record.state, holdReason: 'operator' },
  });
  return turn.done();
}

/** Resumes a case on hold. If its approval was voided (another attorney), it returns to review. */
function resume(turn: Turn): Decision {
  const { record } = turn;
  if (!turn.can('resume') || record.heldFrom === null) return refuse('invalid_transition');
  if (record.withdrawal !== null) return refuse('withdrawal_pending');
  if (record.attorneyId === null && record.heldFrom !== 'submitted') return refuse('no_attorney');
  const to = resumeState(turn);
  // A notice sent out by the previous attorney and not yet served will not be served.
  const abandoned = to === 'notice_review' ? pendingAttempt(record, 'notice') : undefined;
  if (abandoned)
    closeAttempt(turn, abandoned, { status: 'failed', failureReason: 'Given up: the case is reviewed anew' });
  turn.emit('resume', { actor: turn.author, to, patch: { heldFrom: null, holdReason: null } });
  // An attorney was assigned while it was on hold, so none has to be found.
  if (to === 'submitted' && record.attorneyId !== null) beginReview(turn, record.attorneyId);
  return turn.done();
}

function resumeState({ record }: Turn): State {
  const from = record.heldFrom ?? 'submitted';
  if (beforeService.includes(from) && !isApproved(record, 'notice')) return 'notice_review';
  if (beforeFiling.includes(from) && !isApproved(record, 'filing')) return 'filing_review';
  return from;
}
