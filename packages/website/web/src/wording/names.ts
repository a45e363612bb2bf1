import type { Output } from '../api/contract.ts';
import type { Case } from '../api/queries.ts';
import { capitalized, formatDay, plainName } from '../shared/format.ts';

export const stateNames: Readonly<Record<Case['state'], string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  attorney_assigned: 'Attorney assigned',
  notice_review: 'Notice under review',
  notice_approved: 'Notice approved',
  notice_sent: 'Notice out for service',
  notice_served: 'Notice served',
  cure_period: 'Notice period',
  cured: 'Cured',
  filing_review: 'Filing under review',
  filing_approved: 'Filing approved',
  filing_submitted: 'Filed with the court',
  filing_rejected: 'Returned by the clerk',
  filing_accepted: 'Filing accepted',
  summons_sent: 'Summons out for service',
  summons_served: 'Summons served',
  hearing_scheduled: 'Hearing scheduled',
  judgment_entered: 'Judgment entered',
  writ_requested: 'Writ requested',
  writ_issued: 'Writ issued',
  on_hold: 'On hold',
  resolved: 'Resolved',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
};

export const groundNames: Readonly<Record<Case['ground'], string>> = {
  nonpayment: 'Nonpayment',
  lease_violation: 'Lease violation',
  holdover: 'Holdover',
};

export const entryPointNames: Readonly<Record<Case['entryPoint'], string>> = {
  notice: 'Starts with the notice',
  filing: 'Starts with the court filing',
};

/** Names for the party that acts next, as the customer reads them. */
export const actorNames: Readonly<Record<Case['nextAction']['by'], string>> = {
  customer: 'You',
  attorney: 'Attorney',
  platform: 'The service',
  court: 'Court',
  none: 'Nobody',
};

/** The same names as the case's attorney reads them. */
export const actorNamesAtDesk: typeof actorNames = { ...actorNames, customer: 'The customer', attorney: 'You' };

export const documentKindNames: Readonly<Record<Case['documents'][number]['kind'], string>> = {
  evidence: 'Evidence',
  notice: 'Notice',
  filing: 'Filing',
  proof: 'Proof',
};

/** Returns the title of a document. The title of an uploaded file is its file name. */
export function documentTitle({ specId, filename }: Pick<Case['documents'][number], 'specId' | 'filename'>): string {
  const known = documentTitles.find(([part]) => specId?.includes(part));
  return known?.[1] ?? plainName(filename);
}

const documentTitles = [
  ['proof.notice', 'Proof of service of the notice'],
  ['proof.summons', 'Proof of service of the summons'],
  ['.notice.', 'Notice'],
  ['.complaint.', 'Complaint'],
  ['.summons.', 'Summons'],
  ['.summary.', 'Case summary'],
] as const;

/** Rewrites the dates in a message from the service the way people write them. */
export function withDays(text: string): string {
  return text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);
}

/** Says why a case needs its attorney. For a failed job, includes the name of the step that failed. */
export function attentionName(reason: string): string {
  const [code = '', step = ''] = reason.split(':');
  const name = attentionNames[code] ?? code.replaceAll('_', ' ');
  return step === '' ? name : `${name}: ${step.replaceAll('_', ' ')}`;
}

const attentionNames: Readonly<Record<string, string>> = {
  on_hold: 'On hold',
  withdrawal_requested: 'Withdrawal requested',
  job_failed: 'A step failed',
  mail_failed: 'An email failed',
  attorney_needed: 'No attorney',
  dismissal_recorded: 'Court case dismissed',
  summons_unserved: 'Summons not served',
  judgment_before_hearing: 'Judgment dated before the hearing',
};

/** Converts a code such as `ledger_balance` or `case.submit` into words. */
export function words(code: string): string {
  return capitalized(code.replaceAll(/[_.]/g, ' '));
}

/** The kinds of work that wait for an attorney. */
export const attorneyWorkNames = {
  all: 'All',
  review: 'To review',
  service: 'To serve',
  filing: 'To file',
  hearing: 'Hearings',
  other: 'Waiting',
  closed: 'Closed',
} as const satisfies Readonly<Record<AttorneyWork | 'all', string>>;

type AttorneyWork = Output<'GET /v1/attorney/cases'>['items'][number]['waitsFor'];

/** What the attorney does next in each state. States in which others act, or in which the case is over, are missing. */
export const attorneyStepNames: Partial<Record<Case['state'], string>> = {
  attorney_assigned: 'Accept or decline',
  notice_review: 'Review the notice',
  notice_approved: 'Send out the notice',
  notice_sent: 'Report service',
  filing_review: 'Review the filing',
  filing_approved: 'File with the court',
  filing_submitted: 'Report the clerk’s decision',
  filing_rejected: 'Correct the filing',
  filing_accepted: 'Send out the summons',
  summons_sent: 'Report service',
  summons_served: 'Report the hearing date',
  hearing_scheduled: 'Report the judgment',
  judgment_entered: 'Request the writ',
  writ_requested: 'Report the writ',
  writ_issued: 'Close the case',
  on_hold: 'Resume the case',
};

export const siteName = 'Eviction Cases';
export const modeNames = { test: 'Test', live: 'Live' } as const;
export const modeMeanings = {
  test: 'Test: sandbox cases only',
  live: 'Live: real tenants, attorneys, and courts',
} as const;
