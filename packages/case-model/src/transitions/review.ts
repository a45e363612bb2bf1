import type { ReviewDecision } from '../vocabulary.ts';
import type { ApprovalSignature } from '../approval-signature.ts';
import type { ActorType } from '../events.ts';
import { lastZoneDay } from '../last-zone.ts';
import { isSandbox } from '../mode.ts';
import { type CaseRecord, type Stage } from '../record.ts';
import { currentReviewer, isAmending } from '../approvals.ts';
import type { Turn } from '../turn.ts';

/** The document hashes that a reviewer approves, with the notes and signature, if any. */
interface GivenApproval {
  documentHashes: readonly string[];
  notes?: string | undefined;
  signature?: ApprovalSignature | undefined;
}

/**
 * Records an approval of exactly these documents. Moves the case on, unless it approves an amended complaint. Throws if
 * the case has no reviewer.
 */
export function approve(turn: Turn, stage: Stage, given: GivenApproval): void {
  const reviewer = currentReviewer(turn.record);
  if (reviewer === null) throw new Error('nobody reviews this case');
  const { documentHashes, signature } = given;
  noteReview(turn, 'approve', given);
  const approval = { reviewer, givenOn: lastZoneDay(turn.now), documentHashes };
  const { amendment } = turn.record;
  if (amendment && isAmending(turn.record)) {
    turn.patch({ amendment: { ...amendment, approval } });
    return;
  }
  const approvals = { ...turn.record.approvals, [stage]: approval };
  const emission = {
    actor: reviewActor(turn.record),
    detail: signature ? { signed: true } : {},
    patch: { approvals },
  };
  if (stage === 'notice') turn.emit('approve_notice', { ...emission, to: 'notice_approved' });
  else turn.emit('approve_filing', { ...emission, to: 'filing_approved' });
}

/**
 * Returns the case to draft and drops the approvals, because new facts need new documents. A served notice stays valid
 * until the facts that it states change.
 */
export function requestChanges(turn: Turn, notes?: string): void {
  const { state, stageDocuments } = turn.record;
  noteReview(turn, 'request_changes', { documentHashes: [], notes });
  turn.emit('request_changes', {
    actor: reviewActor(turn.record),
    to: 'draft',
    patch: {
      changesRequested: true,
      stageDocuments: { notice: state === 'filing_review' ? stageDocuments.notice : [], filing: [] },
      summaries: { notice: null, filing: null },
      approvals: { notice: null, filing: null },
    },
  });
}

function noteReview(turn: Turn, decision: ReviewDecision, given: GivenApproval): void {
  const reviewer = currentReviewer(turn.record);
  turn.note('review_recorded', reviewActor(turn.record), { decision, reviewer, ...given });
}

function reviewActor(record: CaseRecord): ActorType {
  return isSandbox(record) ? 'reviewer' : 'attorney';
}
