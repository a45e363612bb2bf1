import {
  acceptFiling,
  closeLast,
  codesOf,
  isLastSubmitted,
  rejectFiling,
  submitFiling,
  withFiling,
} from '../transitions/filing.ts';
import type { EventAction } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { amendableStates, amendmentResultStates, isAmendmentApproved } from '../approvals.ts';
import { type CaseRecord, type RejectionReason } from '../record.ts';
import { rejectionNames } from '../vocabulary.ts';
import type { State } from '../states.ts';
import type { CourtNumber } from '../vocabulary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { defineCommand, type Fault, type FaultContext } from './command.ts';
import { dayFaults, misplaced } from './faults.ts';
import { choice, day, optional, optionalWhen, neededWhen, reasons, text } from './field.ts';

interface RecordFiling extends Readonly<Partial<Record<CourtNumber, string>>> {
  readonly kind: 'record_filing';
  readonly status: 'submitted' | 'accepted' | 'rejected';
  readonly rejectionReasons?: readonly RejectionReason[];
  readonly filedOn?: IsoDate;
}

const result: readonly State[] = ['filing_submitted', ...amendmentResultStates];
/** The states in which each status can be reported. */
const states = { submitted: ['filing_approved', ...amendableStates], accepted: result, rejected: result } as const;

/** Reports the status of the attorney's court filing. Only for live cases. */
export const recordFiling = defineCommand<RecordFiling>()({
  authors: ['attorney', 'operator'],
  description: 'Records a court filing: first submitted, then accepted or returned.',
  fields: {
    status: choice(
      'Status',
      { submitted: 'Submitted', accepted: 'Accepted', rejected: 'Returned' },
      'The status of the filing.',
      states,
    ),
    envelopeId: optional(text('Envelope ID', 200, "The court's envelope number.")),
    filedOn: optional(day('Date of filing', 'The day on which it was filed; not in the future.')),
    courtCaseNumber: optionalWhen(
      { status: ['accepted'] },
      text('Court case number', 200, "The court's case number. Only with `accepted`."),
    ),
    rejectionReasons: neededWhen(
      { status: ['rejected'] },
      reasons("Court's reason", rejectionNames, 'Why the court returned it. Only with `rejected`.'),
    ),
  },
  example: { status: 'accepted', courtCaseNumber: 'D-06-CV-26-001442' },
  route: {
    operationId: 'reportFiling',
    title: 'Report filing',
    method: 'POST',
    path: '/filings',
    schema: 'FilingReport',
    description:
      'A complaint is filed only under a current approval of its exact bytes; otherwise 409 `guard_failed`. Report an amended complaint the same way, between acceptance and judgment: it is a filing of its own, with the events `submit_filing`, `filing_accepted` or `filing_rejected` and no state change.',
  },
  states: [...states.submitted, ...result],
  continues: 'filings',
  faults: ({ status, courtCaseNumber, rejectionReasons, envelopeId, filedOn }, context) => [
    ...dayFaults('filedOn', filedOn, context),
    courtCaseNumber !== undefined &&
      status !== 'accepted' &&
      misplaced('courtCaseNumber', 'Only allowed if `status` is `accepted`.'),
    rejectionReasons &&
      status !== 'rejected' &&
      misplaced('rejectionReasons', 'Only allowed if `status` is `rejected`.'),
    status !== 'submitted' && envelopeFault(envelopeId, context),
  ],
  decide(turn, command) {
    const { status, rejectionReasons } = command;
    if (isOfAmendment(turn.record, status)) return recordAmendment(turn, command);
    const refused = turn.refusal(filingEvents[status]);
    if (refused !== null) return refuse(refused);
    if (status === 'submitted') submitFiling(turn, command);
    else if (status === 'accepted') acceptFiling(turn, command);
    else rejectFiling(turn, rejectionReasons ?? [], command);
    return turn.done();
  },
});

/**
 * Returns a fault if the envelope number differs from the one that was reported when the filing was submitted. To
 * change it, use `correct_filing`.
 */
function envelopeFault(envelopeId: string | undefined, { record }: FaultContext): Fault | undefined {
  const known = record?.filings.at(-1)?.envelopeId ?? null;
  if (envelopeId === undefined || known === null || known === envelopeId) return undefined;
  const message = 'Differs from the number reported when the filing was submitted. Correct that number instead.';
  return { path: 'envelopeId', code: 'other_number', message };
}

const filingEvents = {
  submitted: 'submit_filing',
  accepted: 'filing_accepted',
  rejected: 'filing_rejected',
} as const satisfies Record<RecordFiling['status'], EventAction>;

/** Whether the report is about an amended complaint. If so, the original complaint has already been accepted. */
function isOfAmendment(record: CaseRecord, status: RecordFiling['status']): boolean {
  if (status === 'submitted') return amendableStates.includes(record.state) && record.amendment !== null;
  return amendmentResultStates.includes(record.state) && isLastSubmitted(record);
}

/** Records an amended complaint as a separate filing with its own approval. The state of the case doesn't change. */
function recordAmendment(turn: Turn, command: RecordFiling): Decision {
  const { amendment, stageDocuments } = turn.record;
  if (command.status === 'accepted') {
    closeLast(turn, { status: 'accepted' }, command);
    return turn.amend('filing_accepted', { courtCaseNumber: command.courtCaseNumber, filedOn: command.filedOn }).done();
  }
  if (command.status === 'rejected') {
    const { rejectionReasons = [] } = command;
    closeLast(turn, { status: 'rejected', rejectionReasons }, command);
    return turn.amend('filing_rejected', { reasons: codesOf(rejectionReasons) }).done();
  }
  if (!isAmendmentApproved(turn.record)) return refuse('filing_not_approved');
  // Only one filing can be pending, because a result always belongs to the last one.
  if (isLastSubmitted(turn.record)) return refuse('invalid_transition');
  turn.patch({
    amendment: null,
    filings: withFiling(turn, command),
    stageDocuments: { ...stageDocuments, filing: [...stageDocuments.filing, ...(amendment?.documents ?? [])] },
  });
  return turn.amend('submit_filing', { filedOn: command.filedOn }).done();
}
