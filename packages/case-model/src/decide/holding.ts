import type { Casework } from '../commands.ts';
import { isApproved, isEngaged } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { goToAttorney } from './engagement.ts';
import { giveUpPending } from './service.ts';

export const holdingCommands = { hold, resume };

type Hold = Extract<Casework, { kind: 'hold' }>;

const beforeAcceptance: readonly State[] = ['submitted', 'attorney_assigned'];
const beforeService: readonly State[] = ['notice_review', 'notice_approved', 'notice_sent'];
const beforeFiling: readonly State[] = ['filing_review', 'filing_approved'];

/** Puts a live case on hold. */
function hold(turn: Turn, { reason: reported, until }: Hold): Decision {
  const { record } = turn;
  const reason = reported ?? 'operator';
  const isUntouchedDraft = record.state === 'draft' && record.attorneyId === null;
  if (isUntouchedDraft || !turn.can('hold')) return refuse('invalid_transition');
  turn.emit('hold', {
    actor: turn.author,
    to: 'on_hold',
    detail: { reason, heldFrom: record.state, ...(until !== undefined && { until }) },
    patch: { heldFrom: record.state, holdReason: reason, holdUntil: until ?? null },
  });
  return turn.done();
}

/** Resumes a case on hold. If its approval was voided (another attorney), it returns to review. */
function resume(turn: Turn): Decision {
  const { record } = turn;
  if (!turn.can('resume') || record.heldFrom === null) return refuse('invalid_transition');
  if (record.withdrawal !== null) return refuse('withdrawal_pending');
  if (record.attorneyId === null && record.heldFrom !== 'submitted') return refuse('no_attorney');
  if (!beforeAcceptance.includes(record.heldFrom) && !isEngaged(record)) return refuse('engagement_not_accepted');
  const to = resumeState(turn);
  // A notice sent out by the previous attorney and not yet served will not be served.
  if (to === 'notice_review') giveUpPending(turn, 'notice');
  turn.emit('resume', { actor: turn.author, to, patch: { heldFrom: null, holdReason: null, holdUntil: null } });
  // An attorney was assigned while it was on hold, so none has to be found.
  if (record.attorneyId !== null) goToAttorney(turn);
  return turn.done();
}

function resumeState({ record }: Turn): State {
  const from = record.heldFrom ?? 'submitted';
  if (beforeService.includes(from) && !isApproved(record, 'notice')) return 'notice_review';
  if (beforeFiling.includes(from) && !isApproved(record, 'filing')) return 'filing_review';
  return from;
}
