import type { OperatorCommand } from '../commands.ts';
import type { ActorType } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { type CaseRecord, isEngaged, isFiled, isOutside, needsDismissal } from '../record.ts';
import { mayWithdrawIdle } from '../retention.ts';
import { outdateFilingSummary } from './outdate-summary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const closingCommands = {
  report_cure: reportCure,
  cure,
  withdraw,
  withdraw_idle: withdrawIdle,
  confirm_withdrawal: confirmWithdrawal,
};

/** The record keeps the newest reports; every report has its event. */
const keptReports = 50;

/** A customer reports a cure. It resolves a sandbox case; for a live case the attorney decides. */
function reportCure(turn: Turn): Decision {
  const { record } = turn;
  if (!turn.can('cure_reported')) return refuse('invalid_transition');
  const cureReports = [...record.cureReports, { reportedAt: new Date(turn.now).toISOString() }].slice(-keptReports);
  turn.emit('cure_reported', { actor: 'customer', patch: { cureReports } });
  outdateFilingSummary(turn);
  if (isSandbox(record) && turn.can('cure')) resolve(turn, 'platform');
  return turn.done();
}

/** Operators record the cure on the attorney's word. */
function cure(turn: Turn): Decision {
  if (!turn.can('cure')) return refuse('invalid_transition');
  resolve(turn, 'platform');
  return turn.done();
}

/**
 * A customer withdraws the case. Once an attorney has accepted it, the attorney must confirm that all work has stopped.
 * Where an earlier attorney has left work outside, and none is engaged, operators confirm it.
 */
function withdraw(turn: Turn): Decision {
  const { record } = turn;
  if (!isEngaged(record) && !isOutside(record)) return endWithdrawn(turn, 'customer');
  // A repeated request changes nothing.
  if (record.withdrawal !== null) return turn.done();
  requestWithdrawal(turn);
  return turn.done();
}

/** The platform withdraws an idle draft or sandbox case. */
function withdrawIdle(turn: Turn): Decision {
  if (!mayWithdrawIdle(turn.record)) return refuse('invalid_transition');
  return endWithdrawn(turn, 'platform');
}

/** Operators confirm a withdrawal in place of the attorney, or withdraw a case on hold for which none is engaged. */
function confirmWithdrawal(
  turn: Turn,
  { dismissedOn }: Extract<OperatorCommand, { kind: 'confirm_withdrawal' }>,
): Decision {
  const { record } = turn;
  const heldWithoutAttorney = record.state === 'on_hold' && !isEngaged(record);
  if (record.withdrawal === null && !heldWithoutAttorney) return refuse('no_withdrawal');
  if (dismissedOn !== undefined && !isFiled(record)) return refuse('nothing_filed');
  recordDismissal(turn, dismissedOn);
  return endWithdrawn(turn, 'platform');
}

/**
 * `closed`: it ends a cured case as resolved and closes any other. From the attorney it confirms a pending withdrawal;
 * operators have a command for that. With the day on which the court dismissed its case, where that is known.
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

/** Records the cure and closes the case. */
function resolve(turn: Turn, actor: ActorType): void {
  turn.emit('cure', { actor, to: 'cured' });
  turn.emit('close_resolved', { actor: 'platform', to: 'resolved' });
}

function requestWithdrawal(turn: Turn): void {
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

function endWithdrawn(turn: Turn, actor: ActorType): Decision {
  const { record } = turn;
  // Where the court has a case, the withdrawal stays in view until its dismissal is on record.
  const withdrawal = record.withdrawal ?? (isFiled(record) ? { requestedAt: new Date(turn.now).toISOString() } : null);
  turn.emit('withdraw', {
    actor,
    to: 'withdrawn',
    detail: dismissalDetail(record),
    patch: { heldFrom: null, holdReason: null, withdrawal },
  });
  return turn.done();
}

/** Records that the court has dismissed its case, as reported. */
function recordDismissal(turn: Turn, date: IsoDate | undefined): void {
  if (date === undefined) return;
  turn.note('dismissed', turn.author, { date }).patch({ dismissedOn: date });
}

/** What a withdrawal says of the court's own case; nothing where none was filed. */
function dismissalDetail(record: CaseRecord): Record<string, unknown> {
  return isFiled(record) ? { needsDismissal: needsDismissal(record), dismissedOn: record.dismissedOn } : {};
}
