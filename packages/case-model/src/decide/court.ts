import { appealPeriodEnds, dateOf } from '@evict/jurisdictions';
import type { Casework, JudgmentFacts, Outcome } from '../commands.ts';
import type { ActorType, EventAction } from '../events.ts';
import type { Deadline, IsoDate } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, RecordedDeadline } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { closeOrConfirm } from './closing.ts';

export const courtCommands = { outcome, correct_hearing: correctHearing, correct_judgment: correctJudgment };

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
      ...(vacated && { vacatedJudgment: withoutAmounts(vacated) }),
    },
    patch: {
      hearing: { date: hearing.date },
      judgment: null,
      deadlines: replaceDeadline(record, hearing).filter(({ id, name }) => id !== undefined || !ended.includes(name)),
    },
  });
}

/** Those have been reported with the judgment. */
function withoutAmounts({ amountCents: _amount, costsCents: _costs, ...facts }: NonNullable<CaseRecord['judgment']>) {
  return facts;
}

const deadlinesOfJudgment: readonly string[] = ['appeal_period_ends', 'writ_expires'];

type ReportedJudgment = Omit<Extract<Outcome, { type: 'judgment' }>, 'type'>;

function judgmentOf({ outcome: result, ...facts }: ReportedJudgment): ReportedJudgment {
  return { outcome: result, ...factsOf(facts) };
}

const judgmentFacts = ['date', 'manner', 'withPrejudice', 'amountCents', 'costsCents'] as const;
const judgmentAmounts: readonly string[] = ['amountCents', 'costsCents'];

/** Those that were given. */
function factsOf(given: JudgmentFacts): JudgmentFacts {
  return Object.fromEntries(
    judgmentFacts.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

/** A judgment as it was reported: what was not is left open. The sandbox enters judgment on the day of its clock. */
export function recordJudgment(turn: Turn, actor: ActorType, reported: ReportedJudgment): void {
  const { record } = turn;
  const date = reported.date ?? (rulesOf(record) ? dateOf(turn.now) : null);
  const deadlines = withAppealPeriod(record, date);
  turn.emit('record_judgment', {
    actor,
    to: 'judgment_entered',
    detail: { ...reported },
    patch: { judgment: { ...reported, date }, deadlines },
  });
}

/** Only a rule pack computes it. */
function withAppealPeriod(record: CaseRecord, date: IsoDate | null): readonly RecordedDeadline[] {
  const rules = rulesOf(record);
  return rules && date !== null ? replaceDeadline(record, appealPeriodEnds(rules, date)) : record.deadlines;
}

/**
 * Puts right the date of the hearing on record, in every state after it. Deadline and next action follow, and the old
 * date stays in the history.
 */
function correctHearing(turn: Turn, { date }: Extract<Casework, { kind: 'correct_hearing' }>): Decision {
  const { record } = turn;
  const { hearing } = record;
  if (hearing === null || !turn.canRestate('schedule_hearing')) return refuse('invalid_transition');
  // The command itself is on record, and there is nothing else to put right.
  if (hearing.date === date) return turn.done();
  turn.note('corrected', turn.author, { hearing: true, from: { date: hearing.date }, to: { date } });
  turn.restate('schedule_hearing', {
    detail: { date, previousDate: hearing.date },
    patch: {
      hearing: { date },
      deadlines: record.deadlines.map((one) => (isHearing(one) ? { ...one, date } : one)),
    },
  });
  return turn.done();
}

function isHearing({ id, name }: RecordedDeadline): boolean {
  return id === undefined && name === 'hearing';
}

/**
 * Puts right facts of the judgment that stands. Its outcome is what the court decided: another one is reported after
 * the judgment was vacated.
 */
function correctJudgment(turn: Turn, command: Extract<Casework, { kind: 'correct_judgment' }>): Decision {
  const { record } = turn;
  const { judgment } = record;
  if (judgment === null || !turn.canRestate('record_judgment')) return refuse('invalid_transition');
  const facts = factsOf(command);
  const changed = judgmentFacts.filter((name) => name in facts && facts[name] !== judgment[name]);
  if (changed.length === 0) return turn.done();
  const named = changed.filter((name) => !judgmentAmounts.includes(name));
  const only = (from: JudgmentFacts | typeof judgment) =>
    Object.fromEntries(named.map((name) => [name, from[name] ?? null]));
  const amounts = changed
    .filter((name) => judgmentAmounts.includes(name))
    .map((name) => [name, { from: judgment[name] ?? null, to: facts[name] }]);
  turn.note('corrected', turn.author, {
    judgment: true,
    from: only(judgment),
    to: only(facts),
    ...Object.fromEntries(amounts),
  });
  const corrected = { ...judgment, ...facts };
  turn.restate('record_judgment', {
    detail: corrected,
    patch: { judgment: corrected, deadlines: withAppealPeriod(record, corrected.date) },
  });
  return turn.done();
}

/** A new date replaces the previous one. */
export function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || name !== deadline.name), deadline];
}
