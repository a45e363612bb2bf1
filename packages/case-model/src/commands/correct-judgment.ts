import { type JudgmentDetails, judgmentDetails, judgmentDetailsIn, judgmentFields } from './judgment-fields.ts';
import { withAppealPeriod } from '../transitions/court.ts';
import { eventRules } from '../events.ts';
import type { Judgment } from '../record.ts';
import { effectiveState } from '../states.ts';
import { refuse } from '../turn.ts';
import { type JudgmentOutcome, judgmentOutcomeNames } from '../vocabulary.ts';
import { defineCommand } from './command.ts';
import { changedIn, dayFaults, noneGiven, reasonFault, restatement } from './faults.ts';
import { choice, optional, why } from './field.ts';

interface CorrectJudgment extends JudgmentDetails {
  readonly kind: 'correct_judgment';
  readonly outcome?: JudgmentOutcome;
  readonly reason?: string;
}

/** The recorded judgment. Unreported details are null or absent. */
type Known = Pick<Judgment, keyof JudgmentDetails | 'outcome'>;
const given = ['outcome', ...judgmentDetails] as const;

const amounts: readonly string[] = ['amountCents', 'costsCents'];

/**
 * Adds or corrects details of the recorded judgment. An outcome that was reported wrong can be corrected until the writ
 * is requested. If the court itself changes the outcome, the attorney first reports that the judgment was vacated.
 */
export const correctJudgment = defineCommand<CorrectJudgment>()({
  authors: ['attorney', 'operator'],
  description: 'Adds or corrects details of the judgment on record. The customer is notified.',
  fields: {
    outcome: optional(
      choice(
        'Outcome',
        judgmentOutcomeNames,
        'In whose favor the judgment is, or that the case was dismissed. Send this only if the outcome was reported wrong.',
      ),
    ),
    ...judgmentFields,
    reason: optional(why),
  },
  example: { amountCents: 120000, reason: 'Two digits were transposed.' },
  route: {
    operationId: 'correctJudgment',
    title: 'Judgment details',
    method: 'PATCH',
    path: '/judgment',
    schema: 'JudgmentCorrection',
    description:
      'The outcome, date, manner, prejudice and amounts of the judgment on record. Fields that are not sent stay unchanged. `reason` is required if a recorded value is replaced. The old values stay in the audit trail, in the event `corrected`. The customer is emailed, and the event `record_judgment` is recorded again with no state change. An outcome that was reported wrong can be corrected until the writ is requested; after that, or if no judgment is on record: 409 `invalid_transition`. If the judgment was vacated, report the new hearing instead.',
  },
  states: eventRules.record_judgment.restatedIn,
  corrects: 'judgment',
  faults: (body, context) => [
    noneGiven(Object.fromEntries(given.map((name) => [name, body[name]]))),
    ...dayFaults('date', body.date, context),
    reasonFault<Known>(given, body, context.record?.judgment),
  ],
  decide(turn, command) {
    const { record } = turn;
    const { judgment } = record;
    if (judgment === null || !turn.canRestate('record_judgment')) return refuse('invalid_transition');
    const facts = { ...judgmentDetailsIn(command), ...(command.outcome && { outcome: command.outcome }) };
    const changed = changedIn<Known, keyof Known>(given, facts, judgment);
    if (changed.length === 0) return turn.done();
    if (changed.includes('outcome') && effectiveState(record) !== 'judgment_entered')
      return refuse('invalid_transition');
    const named = changed.filter((name) => !amounts.includes(name));
    const only = (from: Partial<Known>) => Object.fromEntries(named.map((name) => [name, from[name] ?? null]));
    const corrections = changed
      .filter((name) => amounts.includes(name))
      .map((name) => [name, { from: judgment[name] ?? null, to: facts[name] }]);
    turn.note('corrected', turn.author, {
      judgment: true,
      from: only(judgment),
      to: only(facts),
      ...Object.fromEntries(corrections),
    });
    const { withPrejudice: _ofDismissal, ...rest } = judgment;
    // Prejudice belongs to a dismissal, so changing the outcome drops the old value.
    const corrected = { ...(changed.includes('outcome') ? rest : judgment), ...facts };
    turn.restate('record_judgment', {
      detail: corrected,
      says: restatement<Known>(changed, judgment),
      patch: { judgment: corrected, deadlines: withAppealPeriod(record, corrected.date) },
    });
    return turn.done();
  },
});
