import type { ReviewDecision } from '../vocabulary.ts';
import type { ActorType } from '../events.ts';
import { lastZoneDay } from '../last-zone.ts';
import { isSandbox } from '../mode.ts';
import { type CaseRecord, type Stage } from '../record.ts';
import { currentReviewer, isAmending } from '../approvals.ts';
import type { Turn } from '../turn.ts';

/** Binds the approval to the bytes of the stage's documents and moves the case on, except for an amended complaint. */
export function approve(turn: Turn, stage: Stage, documentHashes: readonly string[], notes?: string): void {
  const reviewer = currentReviewer(turn.record);
  if (reviewer === null) throw new Error('nobody reviews this case');
  noteReview(turn, 'approve', { documentHashes, notes });
  const approval = { reviewer, givenOn: lastZoneDay(turn.now), documentHashes };
  const { amendment } = turn.record;
  if (amendment && isAmending(turn.record)) {
    turn.patch({ amendment: { ...amendment, approval } });
    return;
  }
  const approvals = { ...turn.record.approvals, [stage]: approval };
  const actor = reviewActor(turn.record);
  if (stage === 'notice') turn.emit('approve_notice', { actor, to: 'notice_approved', patch: { approvals } });
  else turn.emit('approve_filing', { actor, to: 'filing_approved', patch: { approvals } });
}

/**
 * Returns the case to draft: new facts need new documents, and earlier approvals no longer count. A served notice
 * remains valid until the facts that it states change.
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

function noteReview(
  turn: Turn,
  decision: ReviewDecision,
  given: { documentHashes: readonly string[]; notes: string | undefined },
): void {
  const reviewer = currentReviewer(turn.record);
  turn.note('review_recorded', reviewActor(turn.record), { decision, reviewer, ...given });
}

function reviewActor(record: CaseRecord): ActorType {
  return isSandbox(record) ? 'reviewer' : 'attorney';
}
