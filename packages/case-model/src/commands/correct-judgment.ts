import { type JudgmentDetails, judgmentDetails, judgmentDetailsIn, judgmentFields } from './judgment-fields.ts';
import { withAppealPeriod } from '../transitions/court.ts';
import { eventRules } from '../events.ts';
import type { Judgment } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { changedIn, dayFaults, noneGiven, reasonFault, restatement } from './faults.ts';
import { optional, why } from './field.ts';

interface CorrectJudgment extends JudgmentDetails {
  readonly kind: 'correct_judgment';
  readonly reason?: string;
}

/** The details as they are on record: those that were not reported are null or absent. */
type Known = Pick<Judgment, keyof JudgmentDetails>;

const amounts: readonly string[] = ['amountCents', 'costsCents'];

/**
 * Adds or corrects facts of the judgment on record. Its outcome is what the court decided: another one is reported after
 * the judgment was vacated.
 */
export const correctJudgment = defineCommand<CorrectJudgment>()({
  authors: ['attorney', 'operator'],
  description: 'Adds or corrects details of the judgment on record, but not its outcome. The customer is notified.',
  fields: { ...judgmentFields, reason: optional(why) },
  example: { amountCents: 120000, reason: 'Two digits were transposed.' },
  route: {
    operationId: 'correctJudgment',
    title: 'Judgment details',
    method: 'PATCH',
    path: '/judgment',
    schema: 'JudgmentCorrection',
    description:
      'Date, manner, prejudice and amounts of the judgment on record; what is not sent stays. `reason` is required where something is replaced. The old values stay in the audit trail, in the event `corrected`. The customer is emailed, and the event `record_judgment` is recorded again with no state change. The outcome cannot be corrected: after a vacated judgment, report the new hearing. Without a judgment on record: 409 `invalid_transition`.',
  },
  states: eventRules.record_judgment.restatedIn,
  corrects: 'judgment',
  faults: (body, context) => [
    noneGiven(Object.fromEntries(judgmentDetails.map((name) => [name, body[name]]))),
    ...dayFaults('date', body.date, context),
    reasonFault<Known>(judgmentDetails, body, context.record?.judgment),
  ],
  decide(turn, command) {
    const { record } = turn;
    const { judgment } = record;
    if (judgment === null || !turn.canRestate('record_judgment')) return refuse('invalid_transition');
    const facts = judgmentDetailsIn(command);
    const changed = changedIn<Known, keyof Known>(judgmentDetails, facts, judgment);
    if (changed.length === 0) return turn.done();
    const named = changed.filter((name) => !amounts.includes(name));
    const only = (from: JudgmentDetails | typeof judgment) =>
      Object.fromEntries(named.map((name) => [name, from[name] ?? null]));
    const corrections = changed
      .filter((name) => amounts.includes(name))
      .map((name) => [name, { from: judgment[name] ?? null, to: facts[name] }]);
    turn.note('corrected', turn.author, {
      judgment: true,
      from: only(judgment),
      to: only(facts),
      ...Object.fromEntries(corrections),
    });
    const corrected = { ...judgment, ...facts };
    turn.restate('record_judgment', {
      detail: corrected,
      says: restatement<Known>(changed, judgment),
      patch: { judgment: corrected, deadlines: withAppealPeriod(record, corrected.date) },
    });
    return turn.done();
  },
});
