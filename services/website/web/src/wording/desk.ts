import type { Output } from '../api/contract.ts';
import type { AttorneyCase } from '../api/queries.ts';
import { eventName } from './events.ts';

export const deskWords = {
  toQueue: 'Queue',
  next: 'Next',
  accept: 'Accept case',
  acceptMeaning:
    'By accepting, you state that you have checked for conflicts of interest and found none that prevents you from taking the case. The statement is recorded with your name and the time, and the customer sees your name and license.',
  acceptHelp: 'You were asked to take this case. Until you accept it, nothing else can be reported.',
  declineHelp: "Can't take this case? Decline it.",
  review: 'Review',
  reviewNone: 'Nothing is under review right now.',
  reviewMaking: 'The case summary is being made. It will be ready in a moment.',
  reviewStages: { notice: 'The notice is under review.', filing: 'The filing is under review.' },
  reviewHelp: 'Open every document under review. Your approval covers exactly the bytes you have seen.',
  opened: 'Opened',
  openedBroken: 'Opened, could not be shown',
  brokenWarning: (names: readonly string[]) =>
    `This page could not show ${names.join(', ')}. Your approval covers it all the same, so download and read it first.`,
  notOpened: 'Not opened',
  isNew: 'New',
  look: 'Check again',
  stale: 'Something changed since you opened the documents',
  staleNew: (names: readonly string[]) => `New: ${names.join(', ')}. Open it before you approve.`,
  staleSame: 'The documents under review are being made again. Check again in a moment.',
  otherDocuments: 'Other documents',
  noDocuments: 'There are no other documents.',
  viewer: 'Document',
  viewerEmpty: 'Open a document to read it here.',
  evidence: "Customer's evidence",
  noEvidence: 'The customer has not uploaded anything.',
  facts: 'Facts',
  gates: 'Checks',
  ledger: 'Ledger',
  owed: 'Amount owed',
  balance: 'Ledger balance',
  service: 'Service attempts',
  noService: 'No service is on record.',
  filings: 'Filings',
  noFilings: 'No filing is on record.',
  deadlines: 'Deadlines',
  noDeadlines: 'There are no deadlines.',
  audit: 'Audit trail',
  reports: 'What happened',
  everyone: 'All defendants',
  attach: 'Attach document',
  attachHelp: 'PDF, JPEG or PNG, at most 10 MB. A new notice or filing needs your approval again.',
  attachKind: 'Kind',
  attachReplaces: 'Replaces',
  replacesNothing: 'Nothing',
  file: 'File',
  hash: 'SHA-256 of the file',
  cancel: 'Cancel',
  done: 'Recorded',
  choose: 'Choose a file',
  more: (count: number) => `Show more (${count})`,
} as const;

export const deskNotesWords = {
  title: 'Notes',
  none: 'There are no notes.',
  write: 'Note to the customer',
  send: 'Send note',
} as const;

export const attachmentKindNames = {
  notice: 'Notice to be served',
  filing: 'Paper to be filed',
  proof: 'Proof, or a copy as served or filed',
} as const;

/** What calls for the attorney, by its code. A failed job carries the name of its step. */
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

export const gateStatusNames = {
  pass: 'Passed',
  fail: 'Failed',
  warn: 'Warning',
  not_applicable: 'Not applicable',
} as const satisfies Record<AttorneyCase['gates']['results'][number]['status'], string>;

/** `ledger_balance` as words. */
export function gateName(gate: string): string {
  const words = gate.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const decisionWords = {
  approve: 'Approve',
  approveMeaning: 'You approve these documents, byte for byte. They can then be served or filed as they are.',
  requestChanges: 'Request changes',
  requestMeaning: 'The case goes back to the customer as a draft. Earlier approvals no longer count.',
  reject: 'Decline case',
  rejectMeaning: 'You end your engagement in this case. It stays on hold until the operators find another attorney.',
  internalNotes: 'Internal notes',
  changes: 'What needs to change',
  changesHelp: 'The customer gets this as a note.',
} as const;

type Note = Output<'GET /v1/attorney/cases/{id}/notes'>['items'][number];

/** Who wrote a note, as an attorney reads it. */
export function noteWriterName({ author, writtenBy }: Pick<Note, 'author' | 'writtenBy'>): string {
  if (author === 'customer') return 'Customer';
  return writtenBy === 'attorney' ? 'Attorney' : 'The service';
}

export const auditActorNames: Readonly<Record<AttorneyCase['events'][number]['actorType'], string>> = {
  customer: 'Customer',
  attorney: 'Attorney',
  platform: 'The service',
  reviewer: 'Sandbox reviewer',
};

/** What is on record, in words. */
export function auditEventName(action: AttorneyCase['events'][number]['action']): string {
  return (internalNames as Readonly<Record<string, string>>)[action] ?? eventName(action as never);
}

const internalNames = {
  tenant_data_viewed: 'The case was viewed',
  review_recorded: 'A review was recorded',
  attested: 'The customer made attestations',
  attorney_reassigned: 'Another attorney was assigned',
  engagement_accepted: 'The engagement was accepted',
  job_failed: 'A step failed',
  erased: 'The details were erased',
  operator_action: 'An operator acted',
  attorney_action: 'The attorney acted',
  corrected: 'A report was corrected',
} as const;
