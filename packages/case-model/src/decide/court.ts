import { appealPeriodEnds, dateOf } from '@evict/jurisdictions';
import type { AttorneyCommand, Outcome } from '../commands.ts';
import type { EventAction } from '../events.ts';
import type { Deadline } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, JudgmentOutcome, RecordedDeadline } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { closeOrConfirm } from './closing.ts';

export const courtCommands = { outcome };

/** An attorney reports a court outcome. */
function outcome(turn: Turn, command: Extract<AttorneyCommand, { kind: 'outcome' }>): Decision {
  const { record } = turn;
  const reported = command.outcome;
  if (reported.type === 'closed') return closeOrConfirm(turn, 'attorney', reported.dismissedOn);
  // A pending withdrawal blocks everything until the attorney confirms it.
  if (record.withdrawal !== null) return refuse('invalid_transition');
  const refused = turn.refusal(outcomeEvents[reported.type]);
  if (refused !== null) return refuse(refused);
  switch (reported.type) {
    case 'hearing_scheduled':
      scheduleHearing(turn, 'attorney', { name: 'hearing', date: reported.date, citation: 'Set by the court' });
      return turn.done();
    case 'judgment':
      recordJudgment(turn, 'attorney', reported.outcome);
      return turn.done();
    case 'writ_requested':
      return turn.emit('request_writ', { actor: 'attorney', to: 'writ_requested' }).done();
    case 'writ_issued':
      return turn.emit('writ_issued', { actor: 'attorney', to: 'writ_issued' }).done();
  }
}

/** The event of each outcome; `closed` has rules of its own. */
const outcomeEvents = {
  hearing_scheduled: 'schedule_hearing',
  judgment: 'record_judgment',
  writ_requested: 'request_writ',
  writ_issued: 'writ_issued',
} as const satisfies Record<Exclude<Outcome['type'], 'closed'>, EventAction>;

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
  const rules = rulesOf(record);
  const deadlines = rules ? replaceDeadline(record, appealPeriodEnds(rules, date)) : record.deadlines;
  turn.emit('record_judgment', {
    actor,
    to: 'judgment_entered',
    detail: { outcome: result },
    patch: { judgment: { outcome: result, date }, deadlines },
  });
}

/** A new date replaces the previous one. */
export function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || name !== deadline.name), deadline];
}
