import { appealPeriodEnds, dateOf } from '@evict/jurisdictions';
import type { Casework, Outcome } from '../commands.ts';
import type { ActorType, EventAction } from '../events.ts';
import type { Deadline } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, RecordedDeadline } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { closeOrConfirm } from './closing.ts';

export const courtCommands = { outcome };

/** An attorney reports an outcome of the court, or an operator for them. */
function outcome(turn: Turn, command: Extract<Casework, { kind: 'outcome' }>): Decision {
  const { record, author: actor } = turn;
  const reported = command.outcome;
  if (reported.type === 'closed') return closeOrConfirm(turn, reported.dismissedOn);
  // A pending withdrawal blocks everything until the attorney confirms it.
  if (record.withdrawal !== null) return refuse('invalid_transition');
  const refused = turn.refusal(outcomeEvents[reported.type]);
  if (refused !== null) return refuse(refused);
  switch (reported.type) {
    case 'hearing_scheduled':
      scheduleHearing(turn, actor, { name: 'hearing', date: reported.date, citation: 'Set by the court' });
      return turn.done();
    case 'judgment':
      recordJudgment(turn, actor, judgmentOf(reported));
      return turn.done();
    case 'writ_requested':
      return turn.emit('request_writ', { actor, to: 'writ_requested' }).done();
    case 'writ_issued':
      return turn.emit('writ_issued', { actor, to: 'writ_issued' }).done();
  }
}

/** The event of each outcome; `closed` has rules of its own. */
const outcomeEvents = {
  hearing_scheduled: 'schedule_hearing',
  judgment: 'record_judgment',
  writ_requested: 'request_writ',
  writ_issued: 'writ_issued',
} as const satisfies Record<Exclude<Outcome['type'], 'closed'>, EventAction>;

/** A hearing after a judgment: it was vacated, or a new trial granted. It stays in the history with its date. */
export function scheduleHearing(turn: Turn, actor: ActorType, hearing: Deadline): void {
  const { record } = turn;
  const vacated = record.judgment;
  const ended = vacated ? deadlinesOfJudgment : [];
  turn.emit('schedule_hearing', {
    actor,
    to: 'hearing_scheduled',
    detail: {
      date: hearing.date,
      previousDate: record.hearing?.date ?? null,
      ...(vacated && { vacatedJudgment: { ...vacated } }),
    },
    patch: {
      hearing: { date: hearing.date },
      judgment: null,
      deadlines: replaceDeadline(record, hearing).filter(({ id, name }) => id !== undefined || !ended.includes(name)),
    },
  });
}

const deadlinesOfJudgment: readonly string[] = ['appeal_period_ends', 'writ_expires'];

type ReportedJudgment = Omit<Extract<Outcome, { type: 'judgment' }>, 'type'>;

function judgmentOf({ outcome: result, date, manner, withPrejudice }: ReportedJudgment): ReportedJudgment {
  return {
    outcome: result,
    ...(date !== undefined && { date }),
    ...(manner !== undefined && { manner }),
    ...(withPrejudice !== undefined && { withPrejudice }),
  };
}

/** A judgment as it was reported: what was not is left open. The sandbox enters judgment on the day of its clock. */
export function recordJudgment(turn: Turn, actor: ActorType, reported: ReportedJudgment): void {
  const { record } = turn;
  const rules = rulesOf(record);
  const date = reported.date ?? (rules ? dateOf(turn.now) : null);
  const deadlines = rules && date !== null ? replaceDeadline(record, appealPeriodEnds(rules, date)) : record.deadlines;
  turn.emit('record_judgment', {
    actor,
    to: 'judgment_entered',
    detail: { ...reported },
    patch: { judgment: { ...reported, date }, deadlines },
  });
}

/** A new date replaces the previous one. */
export function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || name !== deadline.name), deadline];
}
