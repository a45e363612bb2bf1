import type { AttorneyCommand } from '../commands.ts';
import type { ActorType } from '../events.ts';
import { isSandbox } from '../mode.ts';
import {
  type CaseRecord,
  currentReviewer,
  documentsToApprove,
  documentsUnderReview,
  type Stage,
  stageUnderReview,
} from '../record.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const reviewCommands = { review };

type Review = Extract<AttorneyCommand, { kind: 'review' }>;

/** An attorney's decision. An approval must name every document of the stage and no unknown one. */
function review(turn: Turn, command: Review): Decision {
  const { record } = turn;
  const stage = stageUnderReview(record);
  if (stage === null) return refuse('invalid_transition');
  switch (command.decision) {
    case 'approve': {
      if (documentsUnderReview(record, stage) === null) return refuse('guard_failed');
      const required = documentsToApprove(record, stage)?.map(({ contentHash }) => contentHash);
      // Evidence was added after the summary was made; a new summary is pending.
      if (!required) return refuse('stale_approval');
      const known = new Set([...required, ...command.otherHashes]);
      const named = new Set(command.documentHashes);
      if (!required.every((hash) => named.has(hash)) || ![...named].every((hash) => known.has(hash))) {
        return refuse('stale_approval');
      }
      approve(turn, stage, [...named]);
      return turn.done();
    }
    case 'request_changes':
      requestChanges(turn);
      return turn.done();
    case 'reject':
      noteReview(turn, command.decision, []);
      turn.emit('hold', {
        actor: 'attorney',
        to: 'on_hold',
        detail: { reason: 'attorney_declined', heldFrom: record.state },
        patch: {
          heldFrom: record.state,
          holdReason: 'attorney_declined',
          attorneyId: null,
          approvals: { notice: null, filing: null },
        },
      });
      return turn.done();
  }
}

/** Binds the approval to the bytes of the stage's documents and moves the case on. */
export function approve(turn: Turn, stage: Stage, documentHashes: readonly string[]): void {
  const reviewer = currentReviewer(turn.record);
  if (reviewer === null) throw new Error('nobody reviews this case');
  noteReview(turn, 'approve', documentHashes);
  const approvals = { ...turn.record.approvals, [stage]: { reviewer, documentHashes } };
  const actor = reviewActor(turn.record);
  if (stage === 'notice') turn.emit('approve_notice', { actor, to: 'notice_approved', patch: { approvals } });
  else turn.emit('approve_filing', { actor, to: 'filing_approved', patch: { approvals } });
}

/**
 * Returns the case to draft: new facts need new documents, and earlier approvals no longer count. A served notice
 * remains valid until the facts that it states change.
 */
export function requestChanges(turn: Turn): void {
  const { state, stageDocuments } = turn.record;
  noteReview(turn, 'request_changes', []);
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

function noteReview(turn: Turn, decision: string, documentHashes: readonly string[]): void {
  const actor = reviewActor(turn.record);
  const reviewer = currentReviewer(turn.record);
  turn.note('review_recorded', actor, { decision, reviewer, documentHashes });
}

function reviewActor(record: CaseRecord): ActorType {
  return isSandbox(record) ? 'reviewer' : 'attorney';
}
