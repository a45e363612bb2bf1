import { appealPeriodEnds, dateOf, hearingOn, writExpires } from '@evict/jurisdictions';
import type { AttorneyCommand, Outcome } from '../commands.ts';
import type { Deadline, IsoDate } from '../facts.ts';
import { packOf } from '../packs.ts';
import { type CaseRecord, isApproved, type JudgmentOutcome } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { closeOrConfirm } from './closing.ts';

/** An attorney's report of what the court did. */
export function outcome(turn: Turn, command: Extract<AttorneyCommand, { kind: 'outcome' }>): Decision {
  const { record } = turn;
  const reported = command.outcome;
  if (record.attorneyId !== command.attorneyId) return refuse('invalid_transition');
  // A lapsed licence does not keep an attorney from saying that all work has stopped.
  const confirmsWithdrawal = reported.type === 'closed' && record.withdrawal !== null;
  if (!command.eligible && !confirmsWithdrawal) return refuse('attorney_not_eligible');
  if (reported.type === 'closed') return closeOrConfirm(turn, 'attorney');
  // Until the attorney confirms it nothing else goes on.
  if (record.withdrawal !== null) return refuse('invalid_transition');
  if (!isApproved(record, 'filing')) return refuse('guard_failed');
  if (!outcomeStates[reported.type].includes(record.state)) return refuse('invalid_transition');
  switch (reported.type) {
    case 'hearing_scheduled':
      scheduleHearing(turn, 'attorney', { name: 'hearing', date: reported.date, citation: 'Set by the court' });
      return turn.done();
    case 'judgment':
      recordJudgment(turn, 'attorney', reported.outcome);
      return turn.done();
    case 'writ_requested':
      if (record.judgment?.outcome !== 'plaintiff') return refuse('guard_failed');
      return turn.emit('request_writ', { actor: 'attorney', to: 'writ_requested' }).done();
    case 'writ_issued':
      return turn.emit('writ_issued', { actor: 'attorney', to: 'writ_issued' }).done();
  }
}

/** The states a live case takes each outcome in; `closed` has rules of its own. */
const outcomeStates: Record<Exclude<Outcome['type'], 'closed'>, readonly State[]> = {
  hearing_scheduled: ['filing_accepted', 'summons_sent', 'summons_served', 'hearing_scheduled'],
  judgment: ['summons_served', 'hearing_scheduled'],
  writ_requested: ['judgment_entered'],
  writ_issued: ['writ_requested'],
};

export function scheduleHearing(turn: Turn, actor: 'attorney' | 'reviewer', hearing: Deadline): void {
  const { record } = turn;
  turn.emit('schedule_hearing', {
    actor,
    to: 'hearing_scheduled',
    detail: { date: hearing.date, previousDate: record.hearing?.date ?? null },
    patch: { hearing: { date: hearing.date }, deadlines: replaceDeadline(record, hearing) },
  });
}

export function recordJudgment(turn: Turn, actor: 'attorney' | 'reviewer', result: JudgmentOutcome): void {
  const { record } = turn;
  const date = dateOf(turn.now);
  const appeal =
    record.mode === 'test' ? replaceDeadline(record, appealPeriodEnds(packOf(record), date)) : record.deadlines;
  turn.emit('record_judgment', {
    actor,
    to: 'judgment_entered',
    detail: { outcome: result },
    patch: { judgment: { outcome: result, date }, deadlines: appeal },
  });
}

/** The sandbox court's writ, with the day it lapses. */
export function issueSandboxWrit(turn: Turn): void {
  const { record } = turn;
  const expires = writExpires(packOf(record), dateOf(turn.now));
  turn.emit('writ_issued', {
    actor: 'reviewer',
    to: 'writ_issued',
    patch: { deadlines: replaceDeadline(record, expires) },
  });
}

/** The day the sandbox court hears a case when it sets the hearing on the given day. */
export function sandboxHearing(record: CaseRecord, setOn: IsoDate): Deadline {
  return hearingOn(packOf(record), setOn);
}

function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): Deadline[] {
  return [...deadlines.filter(({ name }) => name !== deadline.name), deadline];
}
