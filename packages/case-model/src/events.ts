import { factKinds } from './fact-kinds.ts';
import type { EntryPoint } from './facts.ts';
import { amendableStates, amendmentResultStates } from './approvals.ts';
import { type Stage } from './record.ts';
import { isFinished, type State, states } from './states.ts';

export type ActorType = 'customer' | 'attorney' | 'platform' | 'reviewer';

/**
 * The rule for a kind of event: the states it leads from and to, and who triggers it. The lifecycle document is
 * generated from these rules.
 */
export interface EventRule {
  /** What happened, in words for users. */
  readonly title: string;
  /**
   * The states from which the event can change the state. Null if it never changes the state. Then it is allowed in the
   * `within` states, by default in every open state after submit.
   */
  readonly from: readonly State[] | null;
  readonly to: readonly State[] | null;
  readonly within?: readonly State[];
  /** The states in which a correction can record the event again. The state doesn't change. */
  readonly restatedIn?: readonly State[];
  /** The states in which the event can be recorded late, after the case has moved on. The state doesn't change. */
  readonly lateIn?: readonly State[];
  /** The states in which the event can be recorded for an amended complaint. The state doesn't change. */
  readonly amendedIn?: readonly State[];
  /** Only for cases with this entry point. */
  readonly entryPoint?: EntryPoint;
  /** Only if the tenant has a right to cure. */
  readonly curableOnly?: true;
  /** Only after a judgment for the plaintiff. */
  readonly plaintiffOnly?: true;
  /** Requires a current approval of this stage that covers the exact bytes of its documents. */
  readonly needsApproval?: Stage;
  /** The stage must have an attached paper. Approving the case summary alone isn't enough. */
  readonly needsPaper?: true;
  readonly live: string;
  readonly test: string;
}

const reviewStates = ['notice_review', 'filing_review'] as const satisfies readonly State[];
const openAfterDraft = states.filter((state) => state !== 'draft' && state !== 'on_hold' && !isFinished(state));
export const openAfterSubmit = [...openAfterDraft, 'on_hold'] as const satisfies readonly State[];
const fromReviewOn = openAfterDraft.slice(openAfterDraft.indexOf('notice_review'));

/** The events that customers see, in the order in which they usually occur. */
export const eventRules = {
  submit: {
    title: 'The case was submitted',
    from: ['draft'],
    to: ['submitted', 'notice_review', 'filing_review'],
    live: 'customer',
    test: 'customer; straight to review',
  },
  assign_attorney: {
    title: 'An attorney was assigned',
    from: ['submitted'],
    to: ['attorney_assigned'],
    live: 'platform, which picks the eligible attorney with the fewest open cases; operators',
    test: 'simulation',
  },
  begin_review: {
    title: 'The review began',
    from: [
      'attorney_assigned',
      'notice_approved',
      'notice_sent',
      'cure_period',
      'filing_review',
      'filing_approved',
      'filing_rejected',
    ],
    to: reviewStates,
    live: 'attorney, by accepting the case; platform, at once, if the attorney does not accept each case personally; recorded again when approved documents change, when a payment or a cure is reported before the filing, or when a notice is voided',
    test: 'simulation',
  },
  request_changes: {
    title: 'Changes were requested',
    from: reviewStates,
    to: ['draft'],
    live: 'attorney review',
    test: 'directive',
  },
  approve_notice: {
    title: 'The notice was approved',
    from: ['notice_review'],
    to: ['notice_approved'],
    entryPoint: 'notice',
    needsApproval: 'notice',
    live: 'attorney review',
    test: 'reviewer',
  },
  send_notice: {
    title: 'The notice went out for service',
    from: ['notice_approved'],
    to: ['notice_sent'],
    entryPoint: 'notice',
    needsApproval: 'notice',
    needsPaper: true,
    live: 'attorney or operators, by reporting service as `pending`',
    test: 'in the same step',
  },
  service_failed: {
    title: 'An attempt at service failed',
    from: null,
    to: null,
    within: [
      'notice_sent',
      'cure_period',
      'filing_review',
      'filing_approved',
      'filing_rejected',
      'summons_sent',
      'summons_served',
      'hearing_scheduled',
      'on_hold',
    ],
    live: 'attorney or operators, by reporting service as `failed` or voiding it',
    test: 'directive',
  },
  notice_served: {
    title: 'The notice was served',
    from: ['notice_sent'],
    to: ['notice_served'],
    entryPoint: 'notice',
    live: 'attorney or operators, by reporting service as `served`',
    test: 'service update',
  },
  start_cure_period: {
    title: 'The notice period began',
    from: ['notice_served'],
    to: ['cure_period'],
    entryPoint: 'notice',
    restatedIn: ['cure_period', 'on_hold'],
    live: 'platform, at once, with the reported date and citation',
    test: 'in the same step',
  },
  cure_reported: {
    title: 'A cure was reported',
    from: null,
    to: null,
    live: 'customer',
    test: 'customer',
  },
  cure: {
    title: 'The tenant cured',
    from: ['notice_sent', 'notice_served', 'cure_period'],
    to: ['cured'],
    entryPoint: 'notice',
    curableOnly: true,
    live: 'operators; attorney, by reporting the outcome `closed` after a cure was reported',
    test: 'customer: report-cure',
  },
  close_resolved: {
    title: 'The case was resolved',
    from: ['cured'],
    to: ['resolved'],
    entryPoint: 'notice',
    live: 'platform, at once',
    test: 'in the same step',
  },
  cure_period_expired: {
    title: 'The notice period ended',
    from: ['cure_period'],
    to: ['filing_review'],
    entryPoint: 'notice',
    live: 'timer, once the reported last day is over; operators',
    test: 'timer or advance',
  },
  approve_filing: {
    title: 'The filing was approved',
    from: ['filing_review'],
    to: ['filing_approved'],
    needsApproval: 'filing',
    live: 'attorney review',
    test: 'reviewer',
  },
  submit_filing: {
    title: 'The filing was submitted to the court',
    from: ['filing_approved'],
    to: ['filing_submitted'],
    needsApproval: 'filing',
    needsPaper: true,
    restatedIn: openAfterSubmit,
    amendedIn: amendableStates,
    live: 'attorney or operators, by reporting the filing as `submitted`',
    test: 'in the same step',
  },
  filing_rejected: {
    title: 'The clerk returned the filing',
    from: ['filing_submitted'],
    to: ['filing_rejected'],
    amendedIn: amendmentResultStates,
    live: 'attorney or operators, by reporting the filing as `rejected`',
    test: 'directive',
  },
  rework_filing: {
    title: 'The filing returned to review',
    from: ['filing_rejected'],
    to: ['filing_review'],
    live: 'attorney, by attaching a corrected filing; operators',
    test: 'advance',
  },
  filing_accepted: {
    title: 'The court accepted the filing',
    from: ['filing_submitted'],
    to: ['filing_accepted'],
    restatedIn: openAfterSubmit,
    amendedIn: amendmentResultStates,
    live: 'attorney or operators, by reporting the filing as `accepted`',
    test: 'filing update',
  },
  send_summons: {
    title: 'The summons went out for service',
    from: ['filing_accepted', 'summons_served'],
    to: ['summons_sent'],
    needsApproval: 'filing',
    live: 'attorney or operators, by reporting service as `pending` or voiding the last service',
    test: 'in the same step',
  },
  summons_served: {
    title: 'The summons was served',
    from: ['summons_sent'],
    to: ['summons_served'],
    restatedIn: ['summons_served', 'hearing_scheduled', 'on_hold'],
    lateIn: ['hearing_scheduled'],
    live: 'attorney or operators, by reporting service as `served`',
    test: 'service update',
  },
  schedule_hearing: {
    title: 'A hearing was set',
    // A hearing can follow a judgment if it was vacated or a new trial was granted.
    from: ['filing_accepted', 'summons_sent', 'summons_served', 'hearing_scheduled', 'judgment_entered'],
    to: ['hearing_scheduled'],
    restatedIn: ['hearing_scheduled', 'judgment_entered', 'writ_requested', 'writ_issued', 'on_hold'],
    needsApproval: 'filing',
    live: 'attorney or operators, by reporting an outcome; recorded again for a continuance or after a vacated judgment',
    test: 'advance, from summons_served',
  },
  record_judgment: {
    title: 'The court entered judgment',
    from: ['summons_served', 'hearing_scheduled'],
    to: ['judgment_entered'],
    restatedIn: ['judgment_entered', 'writ_requested', 'writ_issued', 'on_hold'],
    needsApproval: 'filing',
    live: 'attorney or operators, by reporting an outcome',
    test: 'advance, from hearing_scheduled',
  },
  request_writ: {
    title: 'The writ was requested',
    // A second request, from `writ_issued`, is for an alias writ.
    from: ['judgment_entered', 'writ_issued'],
    to: ['writ_requested'],
    plaintiffOnly: true,
    needsApproval: 'filing',
    live: 'attorney or operators, by reporting an outcome; recorded again for an alias writ',
    test: 'advance, from judgment_entered',
  },
  writ_issued: {
    title: 'The writ was issued',
    from: ['writ_requested'],
    to: ['writ_issued'],
    needsApproval: 'filing',
    live: 'attorney or operators, by reporting an outcome',
    test: 'advance',
  },
  close: {
    title: 'The case was closed',
    from: [...fromReviewOn, 'on_hold'],
    to: ['closed'],
    live: 'attorney or operators, by reporting the outcome `closed` while no withdrawal is pending',
    test: 'advance, from judgment_entered or writ_issued',
  },
  hold: {
    title: 'The case was put on hold',
    // A draft can be put on hold only if it has an attorney.
    from: ['draft', ...openAfterDraft],
    to: ['on_hold'],
    live: 'attorney or operators; customer, by withdrawing while an attorney is engaged; attorney, by declining',
    test: 'directive',
  },
  resume: {
    title: 'The case was resumed',
    from: ['on_hold'],
    to: ['draft', ...openAfterDraft],
    live: "attorney; operators on the attorney's behalf",
    test: 'simulation',
  },
  withdrawal_requested: {
    title: 'A withdrawal was requested',
    from: null,
    to: null,
    within: ['on_hold'],
    live: 'customer',
    test: 'simulation',
  },
  withdraw: {
    title: 'The case was withdrawn',
    from: ['draft', ...openAfterDraft, 'on_hold'],
    to: ['withdrawn'],
    live: 'customer, before an attorney accepts; attorney, by reporting the outcome `closed`; operators',
    test: 'customer',
  },
} as const satisfies Record<string, EventRule>;

export type EventAction = keyof typeof eventRules;

/** Events for the audit trail. They are never listed for customers or delivered to them. */
export const internalActions = [
  'tenant_data_viewed',
  'review_recorded',
  'attested',
  'attorney_reassigned',
  'engagement_accepted',
  'job_failed',
  'erased',
  'operator_action',
  'attorney_action',
  'corrected',
  ...factKinds,
] as const;
export type InternalAction = (typeof internalActions)[number];

/** Returns the rule for an event that customers see. */
export function ruleOf(action: EventAction): EventRule {
  return eventRules[action];
}

/** Returns the states that allow an event, ignoring its other conditions. */
export function statesOf({ from, within }: Pick<EventRule, 'from' | 'within'>): readonly State[] {
  return from ?? within ?? openAfterSubmit;
}
