import { addDays, hearingOn, nextBusinessDay } from '@evict/jurisdictions';
import { correctHearing } from '../../commands/correct-hearing.ts';
import { correctJudgment } from '../../commands/correct-judgment.ts';
import { outcome, type Outcome } from '../../commands/outcome.ts';
import type { CaseRecord } from '../../record.ts';
import type { Turn } from '../../turn.ts';
import { type JudgmentOutcome, judgmentOutcomeNames, judgmentOutcomes } from '../../vocabulary.ts';
import { packOf } from '../pack-of.ts';
import { sandboxStep } from '../steps.ts';
import { report, type Scenario, today } from './scenario.ts';

const reported = (found: Outcome) => ({ kind: 'outcome', outcome: found }) as const;

/** Reports a hearing on the day that the pack's court would set. */
export const nextHearing = (turn: Turn) => {
  const { date } = hearingOn(packOf(turn.record), today(turn));
  return reported({ type: 'hearing_scheduled', date });
};

/** Returns the time to which an advance would move the case's clock, or 0 if the case waits for no step. */
export const asAdvanced = (record: CaseRecord): number => sandboxStep(record)?.advanceTo ?? 0;

const judgments = {
  plaintiff: { manner: 'default', amountCents: 120_000, costsCents: 15_000 },
  defendant: { manner: 'contested' },
  dismissed: { withPrejudice: false },
} as const satisfies Record<JudgmentOutcome, object>;

const judgmentScenarios = Object.fromEntries(
  judgmentOutcomes.map((found): [string, Scenario] => [
    `judgment_${found}`,
    {
      description: `The court enters judgment. Outcome: ${judgmentOutcomeNames[found].toLowerCase()}.`,
      from: ['summons_served', 'hearing_scheduled'],
      events: ['record_judgment'],
      at: asAdvanced,
      steps: [
        report(outcome)((turn) =>
          reported({ type: 'judgment', outcome: found, date: today(turn), ...judgments[found] }),
        ),
      ],
    },
  ]),
);

/** Scenarios in which the court acts on a filed case. */
export const courtScenarios: Readonly<Record<string, Scenario>> = {
  hearing_scheduled: {
    description: 'The court sets a hearing.',
    from: ['filing_accepted', 'summons_sent', 'summons_served'],
    events: ['schedule_hearing'],
    steps: [report(outcome)(nextHearing)],
  },
  continuance: {
    description: 'The court moves the hearing by two weeks.',
    from: ['hearing_scheduled'],
    events: ['schedule_hearing'],
    steps: [
      report(outcome)(({ record }) => {
        if (!record.hearing) return null;
        const date = nextBusinessDay(packOf(record), addDays(record.hearing.date, 13));
        return reported({ type: 'hearing_scheduled', date });
      }),
    ],
  },
  hearing_corrected: {
    description: 'The date of the hearing was reported wrong: it is a day later.',
    from: ['hearing_scheduled'],
    events: ['schedule_hearing'],
    steps: [
      report(correctHearing)(({ record: { hearing } }) =>
        hearing ? { kind: 'correct_hearing', date: addDays(hearing.date, 1), reason: 'The date was misread.' } : null,
      ),
    ],
  },
  ...judgmentScenarios,
  judgment_corrected: {
    description: 'The date of the judgment was reported wrong: it was a day earlier.',
    from: ['judgment_entered', 'writ_requested', 'writ_issued'],
    events: ['record_judgment'],
    steps: [
      report(correctJudgment)(({ record: { judgment } }) =>
        judgment?.date
          ? { kind: 'correct_judgment', date: addDays(judgment.date, -1), reason: 'The date was misread.' }
          : null,
      ),
    ],
  },
  judgment_vacated: {
    description: 'The court vacates the judgment and sets another hearing.',
    from: ['judgment_entered'],
    events: ['schedule_hearing'],
    steps: [report(outcome)(nextHearing)],
  },
  writ_requested: {
    description: 'The attorney requests the writ.',
    from: ['judgment_entered'],
    events: ['request_writ'],
    at: asAdvanced,
    steps: [report(outcome)(() => reported({ type: 'writ_requested' }))],
  },
  writ_issued: {
    description: 'The court issues the writ.',
    from: ['writ_requested'],
    events: ['writ_issued'],
    steps: [report(outcome)(() => reported({ type: 'writ_issued' }))],
  },
  alias_writ: {
    description: 'The writ was not executed, and an alias writ is requested.',
    from: ['writ_issued'],
    events: ['request_writ'],
    steps: [report(outcome)(() => reported({ type: 'writ_requested' }))],
  },
};
