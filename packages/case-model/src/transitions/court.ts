import { appealPeriodEnds, dateOf } from '@evict/jurisdictions';
import type { ActorType } from '../events.ts';
import type { Deadline, IsoDate } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, Judgment, RecordedDeadline } from '../record.ts';
import type { JudgmentOutcome } from '../vocabulary.ts';
import type { Turn } from '../turn.ts';

/**
 * Records a hearing. After a judgment, this means that the judgment was vacated or a new trial was granted. The vacated
 * judgment stays in the history.
 */
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

/** Leaves out the amounts, because the `record_judgment` event already reported them. */
function withoutAmounts({ amountCents: _amount, costsCents: _costs, ...facts }: Judgment) {
  return facts;
}

const deadlinesOfJudgment: readonly string[] = ['appeal_period_ends', 'writ_expires'];

/**
 * Records a judgment as reported. Details that weren't reported stay unset. In the sandbox, the date defaults to the
 * current day on the case's clock.
 */
export function recordJudgment(
  turn: Turn,
  actor: ActorType,
  reported: Partial<Omit<Judgment, 'outcome' | 'date'>> & { outcome: JudgmentOutcome; date?: IsoDate },
): void {
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

/** Returns the case's deadlines, with the end of the appeal period if a rule pack computes it. */
export function withAppealPeriod(record: CaseRecord, date: IsoDate | null): readonly RecordedDeadline[] {
  const rules = rulesOf(record);
  return rules && date !== null ? replaceDeadline(record, appealPeriodEnds(rules, date)) : record.deadlines;
}

/** Returns the case's deadlines, with this one in place of a platform deadline of the same name. */
export function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || name !== deadline.name), deadline];
}
