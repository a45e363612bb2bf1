/** The fixed values that attorneys and operators report, with their labels. */

/** Labels for the reasons why a court returns a filing. */
export const rejectionNames = {
  missing_information: 'Information is missing',
  party_name: 'Party name',
  wrong_court: 'Wrong court',
  missing_document: 'A document is missing',
  fee: 'Fee',
  signature: 'Signature',
  other: 'Other',
} as const;
export type RejectionCode = keyof typeof rejectionNames;
export const rejectionCodes = Object.keys(rejectionNames) as RejectionCode[];

export const judgmentMannerNames = { default: 'By default', contested: 'Contested' } as const;
export type JudgmentManner = keyof typeof judgmentMannerNames;
export const judgmentManners = Object.keys(judgmentMannerNames) as JudgmentManner[];

export const judgmentOutcomeNames = {
  plaintiff: 'For the plaintiff',
  defendant: 'For the defendant',
  dismissed: 'Dismissed',
} as const;
export type JudgmentOutcome = keyof typeof judgmentOutcomeNames;
export const judgmentOutcomes = Object.keys(judgmentOutcomeNames) as JudgmentOutcome[];

/** Labels for the reasons why an attorney or operator puts a case on hold. */
export const reportedHoldReasonNames = {
  bankruptcy: 'Bankruptcy (11 U.S.C. § 362)',
  court_stay: 'Court stay',
  appeal: 'Appeal',
  agreement: 'Agreement between the parties',
  other: 'Other',
} as const;
export type ReportedHoldReason = keyof typeof reportedHoldReasonNames;
export const reportedHoldReasons = Object.keys(reportedHoldReasonNames) as ReportedHoldReason[];

export type HoldReason =
  | 'withdrawal_requested'
  | 'attorney_declined'
  | 'reviewer_rejected'
  | 'operator'
  | ReportedHoldReason;

/** Directives that can be given in the free text of a test case, as `sandbox:<directive>`. */
export const directives = [
  'request_changes',
  'reject',
  'service_failed',
  'filing_rejected',
  'judgment_defendant',
  'judgment_dismissed',
] as const;
export type Directive = (typeof directives)[number];

/** Returns the distinct directives in the free text, in the order of `directives`. */
export function directivesIn(freeText: string | undefined): Directive[] {
  const words = new Set(freeText?.match(/sandbox:[a-z_]+/g) ?? []);
  return directives.filter((directive) => words.has(`sandbox:${directive}`));
}

export const reviewDecisions = ['approve', 'request_changes', 'reject'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const courtNumbers = ['envelopeId', 'courtCaseNumber'] as const;
/** A kind of number that the court assigns to a filing. */
export type CourtNumber = (typeof courtNumbers)[number];
