import type { ActorType } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { type CaseRecord } from '../record.ts';
import { isFiled, needsDismissal } from '../open-work.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/**
 * Handles the reported outcome `closed`. If a withdrawal is pending, the attorney's report confirms it; operators have
 * to use `confirm_withdrawal`. Otherwise, ends the case: as resolved if a cure was reported and the state allows one,
 * or else as closed. `dismissedOn` is the day on which the court dismissed its case, if known.
 */
export function closeOrConfirm(turn: Turn, dismissedOn?: IsoDate): Decision {
  const { record, author: actor } = turn;
  if (record.withdrawal !== null && actor !== 'attorney') return refuse('withdrawal_pending');
  if (dismissedOn !== undefined && !isFiled(record)) return refuse('nothing_filed');
  if (record.withdrawal === null && !turn.can('close')) return refuse('invalid_transition');
  recordDismissal(turn, dismissedOn);
  if (record.withdrawal !== null) return endWithdrawn(turn, actor);
  if (record.cureReports.length > 0 && turn.can('cure')) resolve(turn, actor);
  else turn.emit('close', { actor, to: 'closed', patch: { heldFrom: null, holdReason: null } });
  return turn.done();
}

/** Records the cure and ends the case as resolved. */
export function resolve(turn: Turn, actor: ActorType): void {
  turn.emit('cure', { actor, to: 'cured' });
  turn.emit('close_resolved', { actor: 'platform', to: 'resolved' });
}

/** Records a request for withdrawal and puts the case on hold until someone confirms that all work has stopped. */
export function requestWithdrawal(turn: Turn): void {
  const { record } = turn;
  if (record.state !== 'on_hold') {
    turn.emit('hold', {
      actor: 'customer',
      to: 'on_hold',
      detail: { reason: 'withdrawal_requested', heldFrom: record.state },
      patch: { heldFrom: record.state, holdReason: 'withdrawal_requested' },
    });
  }
  turn.emit('withdrawal_requested', {
    actor: 'customer',
    detail: dismissalDetail(turn.record),
    patch: { withdrawal: { requestedAt: new Date(turn.now).toISOString() } },
  });
}

/** Ends the case as withdrawn. The event tells whether the court case still needs a dismissal. */
export function endWithdrawn(turn: Turn, actor: ActorType): Decision {
  const { record } = turn;
  // If a court has the case, the withdrawal stays on record, because the court case needs its own dismissal.
  const withdrawal = record.withdrawal ?? (isFiled(record) ? { requestedAt: new Date(turn.now).toISOString() } : null);
  turn.emit('withdraw', {
    actor,
    to: 'withdrawn',
    detail: dismissalDetail(record),
    patch: { heldFrom: null, holdReason: null, withdrawal },
  });
  return turn.done();
}

/** Records that the court dismissed its case on this date. Does nothing without a date. */
export function recordDismissal(turn: Turn, date: IsoDate | undefined): void {
  if (date === undefined) return;
  turn.note('dismissed', turn.author, { date }).patch({ dismissedOn: date });
}

/** Returns what a withdrawal's events say about the court case. Empty if nothing was filed. */
function dismissalDetail(record: CaseRecord): Record<string, unknown> {
  return isFiled(record) ? { needsDismissal: needsDismissal(record), dismissedOn: record.dismissedOn } : {};
}
