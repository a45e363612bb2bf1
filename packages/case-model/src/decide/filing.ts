import { dateOf } from '@evict/jurisdictions';
import type { Casework, CourtNumber } from '../commands.ts';
import type { EventAction } from '../events.ts';
import { idOf } from '../ids.ts';
import { rulesOf } from '../packs.ts';
import {
  amendableStates,
  amendmentResultStates,
  type CaseRecord,
  type Filing,
  isAmendmentApproved,
  type RejectionReason,
  type Stage,
} from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const filingCommands = { record_filing: recordFiling, rework_filing: reworkFiling };

type RecordFiling = Extract<Casework, { kind: 'record_filing' }>;

/** Reports the status of the attorney's filing with the court (live cases). */
function recordFiling(turn: Turn, command: RecordFiling): Decision {
  const { status, rejectionReasons } = command;
  if (isOfAmendment(turn.record, status)) return recordAmendment(turn, command);
  const refused = turn.refusal(filingEvents[status]);
  if (refused !== null) return refuse(refused);
  if (status === 'submitted') submitFiling(turn, command);
  else if (status === 'accepted') acceptFiling(turn, command);
  else rejectFiling(turn, rejectionReasons ?? [], command);
  return turn.done();
}

const filingEvents = {
  submitted: 'submit_filing',
  accepted: 'filing_accepted',
  rejected: 'filing_rejected',
} as const satisfies Record<RecordFiling['status'], EventAction>;

/** In these states the complaint was accepted, so that a report can only be of an amended one. */
function isOfAmendment(record: CaseRecord, status: RecordFiling['status']): boolean {
  if (status === 'submitted') return amendableStates.includes(record.state) && record.amendment !== null;
  return amendmentResultStates.includes(record.state) && isLastSubmitted(record);
}

/** An amended complaint is a filing of its own, under its own approval. The state of the case does not change. */
function recordAmendment(turn: Turn, command: RecordFiling): Decision {
  const { amendment, stageDocuments } = turn.record;
  if (command.status === 'accepted') {
    closeLast(turn, { status: 'accepted' }, command);
    return turn.amend('filing_accepted', { courtCaseNumber: command.courtCaseNumber }).done();
  }
  if (command.status === 'rejected') {
    const { rejectionReasons = [] } = command;
    closeLast(turn, { status: 'rejected', rejectionReasons }, command);
    return turn.amend('filing_rejected', { reasons: codesOf(rejectionReasons) }).done();
  }
  if (!isAmendmentApproved(turn.record)) return refuse('filing_not_approved');
  // One at a time: a result is that of the last one.
  if (isLastSubmitted(turn.record)) return refuse('invalid_transition');
  turn.patch({
    amendment: null,
    filings: withFiling(turn, command),
    stageDocuments: { ...stageDocuments, filing: [...stageDocuments.filing, ...(amendment?.documents ?? [])] },
  });
  return turn.amend('submit_filing').done();
}

function isLastSubmitted({ filings }: CaseRecord): boolean {
  return filings.at(-1)?.status === 'submitted';
}

/** What the court has given a filing. */
type Numbers = Pick<RecordFiling, CourtNumber>;

/** One filing per attempt: a corrected envelope gets a new number. The sandbox clerk draws its own. */
export function submitFiling(turn: Turn, numbers: Numbers = {}): void {
  turn.emit('submit_filing', {
    actor: turn.author,
    to: 'filing_submitted',
    patch: { filings: withFiling(turn, numbers), dismissedOn: null },
  });
  useApproval(turn, 'filing');
}

function withFiling(turn: Turn, numbers: Numbers): Filing[] {
  const filing: Filing = {
    id: idOf('filing', turn.uuid()),
    status: 'submitted',
    envelopeId: numbers.envelopeId ?? sandboxEnvelope(turn) ?? null,
    courtCaseNumber: null,
    rejectionReasons: null,
  };
  return [...turn.record.filings, filing];
}

export function acceptFiling(turn: Turn, given: Numbers = {}): void {
  const { courtCaseNumber = sandboxCaseNumber(turn) } = given;
  closeLast(turn, { status: 'accepted' }, { ...given, courtCaseNumber });
  turn.emit('filing_accepted', { actor: turn.author, to: 'filing_accepted', detail: { courtCaseNumber } });
}

export function rejectFiling(turn: Turn, rejectionReasons: readonly RejectionReason[], numbers: Numbers = {}): void {
  closeLast(turn, { status: 'rejected', rejectionReasons }, numbers);
  const detail = { reasons: codesOf(rejectionReasons) };
  turn.emit('filing_rejected', { actor: turn.author, to: 'filing_rejected', detail });
}

function codesOf(reasons: readonly RejectionReason[]): string[] {
  return [...new Set(reasons.map(({ code }) => code))];
}

function sandboxEnvelope(turn: Turn): string | undefined {
  return rulesOf(turn.record)?.court.envelopeIds.replace('{number}', turn.courtNumber());
}

function sandboxCaseNumber(turn: Turn): string | undefined {
  const year = dateOf(turn.now).slice(0, 4);
  return rulesOf(turn.record)?.court.caseNumbers.replace('{year}', year).replace('{number}', turn.courtNumber());
}

function reworkFiling(turn: Turn): Decision {
  if (!turn.can('rework_filing')) return refuse('invalid_transition');
  returnToReview(turn);
  return turn.done();
}

/** A live filing returns to its attorney. Its new summary has different bytes, so it needs a new approval. */
export function returnToReview(turn: Turn): void {
  const { record } = turn;
  turn.emit('rework_filing', {
    actor: turn.author,
    to: 'filing_review',
    patch: {
      summaries: { ...record.summaries, filing: null },
      approvals: { ...record.approvals, filing: null },
    },
  });
}

/** Marks the stage's approval as used: its documents have been served or filed. */
export function useApproval(turn: Turn, stage: Stage): void {
  const { approvals } = turn.record;
  const approval = approvals[stage];
  if (approval) turn.patch({ approvals: { ...approvals, [stage]: { ...approval, used: true } } });
}

/** The result of the last filing, with the numbers that are given. A number that was reported stays until it is corrected. */
function closeLast(
  turn: Turn,
  result: Pick<Filing, 'status'> & Partial<Filing>,
  { envelopeId, courtCaseNumber }: { [Name in CourtNumber]?: string | undefined },
): void {
  const { filings, courtCaseNumber: known } = turn.record;
  const last = filings.at(-1);
  if (!last) throw new Error('nothing was filed');
  const closed = {
    ...last,
    ...result,
    envelopeId: last.envelopeId ?? envelopeId ?? null,
    courtCaseNumber: courtCaseNumber ?? last.courtCaseNumber,
  };
  turn.patch({ filings: [...filings.slice(0, -1), closed], courtCaseNumber: courtCaseNumber ?? known });
}
