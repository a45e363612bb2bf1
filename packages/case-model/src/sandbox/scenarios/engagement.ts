import { assign } from '../../commands/assign.ts';
import { cure } from '../../commands/cure.ts';
import { hold } from '../../commands/hold.ts';
import { outcome } from '../../commands/outcome.ts';
import { recordFact } from '../../commands/record-fact.ts';
import { reportCure } from '../../commands/report-cure.ts';
import { resume } from '../../commands/resume.ts';
import { review } from '../../commands/review.ts';
import { submit } from '../../commands/submit.ts';
import { withdraw } from '../../commands/withdraw.ts';
import { eventRules } from '../../events.ts';
import { chargeStates } from '../../facts.ts';
import { factKinds, factNames } from '../../fact-kinds.ts';
import type { State } from '../../states.ts';
import { reportedHoldReasonNames, reportedHoldReasons } from '../../vocabulary.ts';
import { sandboxStep, takeStep } from '../steps.ts';
import { asAdvanced } from './court.ts';
import { approved } from './filing.ts';
import { activeStates, report, restingStates, type Scenario, today } from './scenario.ts';

const underReview = ['notice_review', 'filing_review'] as const satisfies readonly State[];
const afterJudgment = ['judgment_entered', 'writ_requested', 'writ_issued'] as const satisfies readonly State[];

const decided = (decision: 'request_changes' | 'reject') =>
  report(review)(() => ({ kind: 'review', decision, documentHashes: [], otherHashes: [] }));
const resumed = report(resume)(() => ({ kind: 'resume' }));
const withdrawn = report(withdraw)(() => ({ kind: 'withdraw' }));
const closed = report(outcome)(() => ({ kind: 'outcome', outcome: { type: 'closed' } }));

const holds = Object.fromEntries(
  reportedHoldReasons.map((reason): [string, Scenario] => [
    `hold_${reason}`,
    {
      description: `The attorney puts the case on hold. Reason: ${reportedHoldReasonNames[reason]}.`,
      from: reason === 'appeal' ? afterJudgment : activeStates,
      events: ['hold'],
      steps: [report(hold)(() => ({ kind: 'hold', reason }))],
    },
  ]),
);

const facts = Object.fromEntries(
  factKinds.map((fact): [string, Scenario] => [
    fact === 'payment' ? 'partial_payment' : `fact_${fact}`,
    {
      description: `The attorney reports a fact, which changes no state: ${factNames[fact].toLowerCase()}${fact === 'payment' ? ' part of the rent' : ''}.`,
      from: restingStates,
      events: [],
      steps: [
        report(recordFact)((turn) => ({
          kind: 'record_fact',
          fact,
          date: today(turn),
          ...(fact === 'payment' && { detail: 'Part of the rent, by check.' }),
        })),
      ],
    },
  ]),
);

const charges = Object.fromEntries(
  chargeStates.map((charge): [string, Scenario] => [
    `charge_${charge}`,
    {
      description: `The platform fee is ${charge}. It is simulated, and nobody can pay it.`,
      from: restingStates,
      events: [],
      steps: [(turn) => turn.done()],
      charge,
    },
  ]),
);

/** Scenarios about reviews, holds, cures, withdrawals, notes, facts, charges and the end of a case. */
export const engagementScenarios: Readonly<Record<string, Scenario>> = {
  approved: {
    description: 'The attorney approves what is under review. Nothing has gone out yet.',
    from: underReview,
    events: ['approve_notice', 'approve_filing'],
    steps: [approved],
  },
  changes_requested: {
    description: 'The attorney asks for changes, and the case is a draft again.',
    from: underReview,
    events: ['request_changes'],
    steps: [decided('request_changes')],
  },
  changes_resubmitted: {
    description:
      'The attorney asks for changes. The case is submitted again, and goes back to its attorney as in live mode.',
    from: underReview,
    events: ['request_changes', 'submit', 'assign_attorney', 'begin_review'],
    steps: [
      decided('request_changes'),
      report(submit)(
        ({ record: { submission } }) => submission && { kind: 'submit', submission, attorneyLapsed: false },
      ),
    ],
  },
  attorney_declines: {
    description: 'The attorney declines the case under review. It is on hold until another attorney is found.',
    from: underReview,
    events: ['hold'],
    steps: [decided('reject')],
  },
  attorney_withdraws: {
    description:
      'The attorney withdraws, and the case resumes with another. Approved documents that have not gone out are reviewed again.',
    from: activeStates,
    events: ['hold', 'resume'],
    steps: [
      report(hold)(() => ({ kind: 'hold' })),
      report(assign)(() => ({ kind: 'assign', attorneyId: 'sandbox_other', eligible: true, asksFirst: false })),
      resumed,
    ],
  },
  attorney_note: {
    description: 'The attorney writes a note.',
    from: restingStates,
    events: [],
    steps: [(turn) => turn.done()],
    message: 'This is a note of the sandbox attorney.',
  },
  notice_period_ended: {
    description: 'The notice period ends, just as it does when the case is advanced.',
    from: ['cure_period'],
    events: ['cure_period_expired'],
    documents: (record) => sandboxStep(record)?.documents ?? [],
    at: asAdvanced,
    steps: [takeStep],
  },
  ...holds,
  resumed: {
    description: 'The case on hold resumes.',
    from: ['on_hold'],
    events: ['resume'],
    steps: [resumed],
  },
  cure_reported: {
    description: 'The customer reports a cure. During the notice period it resolves the case, if the tenant can cure.',
    from: restingStates,
    events: ['cure_reported', 'cure', 'close_resolved'],
    steps: [report(reportCure)(() => ({ kind: 'report_cure' }))],
  },
  cured: {
    description: 'The attorney confirms that the tenant has cured.',
    from: ['notice_sent', 'cure_period'],
    events: ['cure', 'close_resolved'],
    steps: [report(cure)(() => ({ kind: 'cure' }))],
  },
  withdrawal_requested: {
    description:
      'The customer withdraws the case while an attorney works on it. The withdrawal waits for the attorney to confirm it.',
    from: restingStates,
    events: ['hold', 'withdrawal_requested'],
    steps: [withdrawn],
  },
  withdrawal_confirmed_late: {
    description: 'The customer withdraws the case, and the attorney confirms it later.',
    from: restingStates,
    events: ['hold', 'withdrawal_requested', 'withdraw'],
    steps: [withdrawn, closed],
  },
  closed: {
    description: 'The attorney closes the case, or confirms the withdrawal that is pending.',
    from: restingStates.filter((state) => (eventRules.close.from as readonly State[]).includes(state)),
    events: ['close', 'withdraw'],
    steps: [closed],
  },
  ...facts,
  ...charges,
};
