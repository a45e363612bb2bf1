import type { OperatorCommand } from '../commands.ts';
import type { Filing, RejectionCode, Stage, StageDocument } from '../record.ts';
import { isApproved } from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

type RecordFiling = Extract<OperatorCommand, { kind: 'record_filing' }>;

/** What operators report of the attorney's filing with the court (live cases). */
export function recordFiling(turn: Turn, { status, rejectionCodes }: RecordFiling): Decision {
  const { record } = turn;
  switch (status) {
    case 'submitted':
      if (!isApproved(record, 'filing')) return refuse('guard_failed');
      if (record.state !== 'filing_approved') return refuse('invalid_transition');
      submitFiling(turn);
      return turn.done();
    case 'accepted':
      if (record.state !== 'filing_submitted') return refuse('invalid_transition');
      acceptFiling(turn);
      return turn.done();
    case 'rejected':
      if (record.state !== 'filing_submitted') return refuse('invalid_transition');
      rejectFiling(turn, rejectionCodes);
      return turn.done();
  }
}

/** One filing a try: a corrected envelope gets a new number. */
export function submitFiling(turn: Turn): void {
  const filing: Filing = { id: `fil_${turn.uuid()}`, status: 'submitted', rejectionCodes: [] };
  turn.emit('submit_filing', {
    actor: 'platform',
    to: 'filing_submitted',
    patch: { filings: [...turn.record.filings, filing] },
  });
  useApproval(turn, 'filing');
}

/** The court case number belongs to the tenant's case: it is added where the event is recorded, never here. */
export function acceptFiling(turn: Turn): void {
  turn.patch({ filings: closeLast(turn, { status: 'accepted' }) });
  turn.emit('filing_accepted', { actor: 'platform', to: 'filing_accepted' });
}

export function rejectFiling(turn: Turn, codes: readonly RejectionCode[]): void {
  turn.patch({ filings: closeLast(turn, { status: 'rejected', rejectionCodes: codes }) });
  turn.emit('filing_rejected', { actor: 'platform', to: 'filing_rejected', detail: { reasons: codes } });
}

/** A live filing goes back to its attorney: the new summary alone has other bytes, so it takes a new approval. */
export function reworkLiveFiling(turn: Turn): Decision {
  const { record } = turn;
  if (record.state !== 'filing_rejected') return refuse('invalid_transition');
  turn.emit('rework_filing', {
    actor: 'platform',
    to: 'filing_review',
    patch: {
      summaries: { ...record.summaries, filing: null },
      approvals: { ...record.approvals, filing: null },
    },
  });
  return turn.done();
}

/** What was approved has been served or filed. */
export function useApproval(turn: Turn, stage: Stage): void {
  const { approvals } = turn.record;
  const approval = approvals[stage];
  if (approval) turn.patch({ approvals: { ...approvals, [stage]: { ...approval, used: true } } });
}

/** Corrected documents: new bytes, so a new approval. */
export function reworkFiling(turn: Turn, documents: readonly StageDocument[]): Decision {
  const { record } = turn;
  if (record.state !== 'filing_rejected') return refuse('invalid_transition');
  if (documents.length === 0) return refuse('guard_failed');
  turn.emit('rework_filing', {
    actor: 'platform',
    to: 'filing_review',
    patch: {
      stageDocuments: { ...record.stageDocuments, filing: documents },
      revisions: { ...record.revisions, filing: record.revisions.filing + 1 },
      approvals: { ...record.approvals, filing: null },
    },
  });
  return turn.done();
}

function closeLast(turn: Turn, result: Partial<Filing>): Filing[] {
  return turn.record.filings.map((filing, index, all) =>
    index === all.length - 1 ? { ...filing, ...result } : filing,
  );
}
