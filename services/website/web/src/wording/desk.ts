import type { Output } from '../api/contract.ts';
import type { AttorneyCase } from '../api/queries.ts';
import { eventName } from './events.ts';

export const deskWords = {
  reviewStages: { notice: 'The notice is under review.', filing: 'The filing is under review.' },
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

export const decisionWords = {} as const;

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
