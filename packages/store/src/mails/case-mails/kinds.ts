import type { StepName } from '@evict/case-model';

/** Who gets a mail: everybody of the organization who signs in, the attorney of the case, or the operators. */
type Audience = 'customer' | 'attorney' | 'operators';

export const audiences = {
  attorney_engaged: 'customer',
  changes_requested: 'customer',
  notice_period_over: 'customer',
  hearing_scheduled: 'customer',
  judgment_entered: 'customer',
  case_on_hold: 'customer',
  case_over: 'customer',
  service_note: 'customer',
  case_assigned: 'attorney',
  review_requested: 'attorney',
  cure_reported: 'attorney',
  withdrawal_requested: 'attorney',
  case_withdrawn: 'attorney',
  customer_note: 'attorney',
  attorney_missing: 'operators',
  attorney_declined: 'operators',
  step_failed: 'operators',
  unattended_note: 'operators',
} as const satisfies Record<string, Audience>;

export type CaseMailKind = keyof typeof audiences;

/** What a mail keeps beside the id of its case. Dates and outcomes are read when it is sent. */
interface Details {
  review_requested: { reason: ReviewReason };
  step_failed: { step: StepName };
}

type ReviewReason = 'resubmitted' | 'notice_period_over' | 'evidence_added';

/** An attorney's mail says whom it is for: by the time it is sent the case may be another's. */
type Addressed<K extends CaseMailKind> = (typeof audiences)[K] extends 'attorney' ? { attorneyId: string } : unknown;

export type CaseMailPayloads = {
  [K in CaseMailKind]: { caseId: string } & Addressed<K> & (K extends keyof Details ? Details[K] : unknown);
};

/** A mail that is to be recorded, before it is known to whom it goes. */
export type PlannedMail = {
  [K in CaseMailKind]: { kind: K } & (K extends keyof Details ? { detail: Details[K] } : { detail?: never });
}[CaseMailKind];
