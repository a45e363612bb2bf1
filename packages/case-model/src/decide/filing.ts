import type { Casework } from '../commands.ts';
import type { EventAction } from '../events.ts';
import { idOf } from '../ids.ts';
import {
  amendableStates,
  amendmentResultStates,
  type CaseRecord,
  type Filing,
  isAmendmentApproved,
  type RejectionCode,
  type Stage,
} from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const filingCommands = { record_filing: recordFiling, rework_filing: reworkFiling };

type RecordFiling = Extract<Casework, { kind: 'record_filing' }>;

/** Reports the status of the attorney's filing with the court (live cases). */
function recordFiling(turn: Turn, command: RecordFiling): Decision {
  const { status, rejectionCodes } = command;
  if (isOfAmendment(turn.record, status)) return recordAmendment(turn, command);
  const refused = turn.refusal(filingEvents[status]);
  if (refused !== null) return refuse(refused);
  if (status === 'submitted') submitFiling(turn);
  else if (status === 'accepted') acceptFiling(turn);
  else rejectFiling(turn, rejectionCodes);
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
function recordAmendment(turn: Turn, { status, rejectionCodes }: RecordFiling): Decision {
  const { amendment, filings, stageDocuments } = turn.record;
  if (status === 'accepted') {
    turn.patch({ filings: closeLast(turn, { status }) });
    return turn.amend('filing_accepted').done();
  }
  if (status === 'rejected') {
    turn.patch({ filings: closeLast(turn, { status, rejectionCodes }) });
    return turn.amend('filing_rejected', { reasons: rejectionCodes }).done();
  }
  if (!isAmendmentApproved(turn.record)) return refuse('filing_not_approved');
  // One at a time: a result is that of the last one.
  if (isLastSubmitted(turn.record)) return refuse('invalid_transition');
  turn.patch({
    amendment: null,
    filings: [...filings, { id: idOf('filing', turn.uuid()), status, rejectionCodes: [] }],
    stageDocuments: { ...stageDocuments, filing: [...stageDocuments.filing, ...(amendment?.documents ?? [])] },
  });
  return turn.amend('submit_filing').done();
}

function isLastSubmitted({ filings }: CaseRecord): boolean {
  return filings.at(-1)?.status === 'submitted';
}

/** One filing per attempt: a corrected envelope gets a new number. */
export function submitFiling(turn: Turn): void {
  const filing: Filing = { id: idOf('filing', turn.uuid()), status: 'submitted', rejectionCodes: [] };
  turn.emit('submit_filing', {
    actor: turn.author,
    to: 'filing_submitted',
    patch: { filings: [...turn.record.filings, filing], dismissedOn: null },
  });
  useApproval(turn, 'filing');
}

/** Without the court case number, which is tenant data: it is added where the event is recorded. */
export function acceptFiling(turn: Turn): void {
  turn.patch({ filings: closeLast(turn, { status: 'accepted' }) });
  turn.emit('filing_accepted', { actor: turn.author, to: 'filing_accepted' });
}

export function rejectFiling(turn: Turn, codes: readonly RejectionCode[]): void {
  turn.patch({ filings: closeLast(turn, { status: 'rejected', rejectionCodes: codes }) });
  turn.emit('filing_rejected', { actor: turn.author, to: 'filing_rejected', detail: { reasons: codes } });
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

function closeLast(turn: Turn, result: Partial<Filing>): Filing[] {
  return turn.record.filings.map((filing, index, all) =>
    index === all.length - 1 ? { ...filing, ...result } : filing,
  );
}
