import { appealPeriodEnds, dateOf } from '@evict/jurisdictions';
import { answer, cents, choice, day, optional, optionalWhen, type Values } from '../commands/field.ts';
import type { ActorType } from '../events.ts';
import type { Deadline, IsoDate } from '../facts.ts';
import { rulesOf } from '../packs.ts';
import { type CaseRecord, judgmentMannerNames, type JudgmentOutcome, type RecordedDeadline } from '../record.ts';
import type { Turn } from '../turn.ts';

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

/** What is reported about a judgment beside its outcome. */
export const judgmentFields = {
  date: optional(day('Date', 'The date of the judgment; not in the future.')),
  manner: optional(choice('Manner', judgmentMannerNames, 'How it was entered.')),
  withPrejudice: optionalWhen(
    { outcome: ['dismissed'] },
    answer('Prejudice', { yes: 'with', no: 'without' }, 'For a dismissal: whether it bars the claim.'),
  ),
  amountCents: optional(cents('Amount awarded, excluding costs', 'The amount awarded, excluding costs.')),
  costsCents: optional(cents('Costs', 'The costs awarded.')),
};
export type JudgmentDetails = Readonly<Values<typeof judgmentFields>>;
export const judgmentDetails = Object.keys(judgmentFields) as (keyof JudgmentDetails)[];

/** Those that were given. */
export function judgmentDetailsIn(given: JudgmentDetails): JudgmentDetails {
  return Object.fromEntries(
    judgmentDetails.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

/** A judgment as it was reported: what was not is left open. The sandbox enters judgment on the day of its clock. */
export function recordJudgment(
  turn: Turn,
  actor: ActorType,
  reported: { outcome: JudgmentOutcome } & JudgmentDetails,
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

/** Only a rule pack computes it. */
export function withAppealPeriod(record: CaseRecord, date: IsoDate | null): readonly RecordedDeadline[] {
  const rules = rulesOf(record);
  return rules && date !== null ? replaceDeadline(record, appealPeriodEnds(rules, date)) : record.deadlines;
}

/** A new date replaces the previous one. */
export function replaceDeadline({ deadlines }: CaseRecord, deadline: Deadline): RecordedDeadline[] {
  return [...deadlines.filter(({ id, name }) => id !== undefined || name !== deadline.name), deadline];
}
