import type { AttorneyCommand, ReviewDecision } from '../commands.ts';
import type { ActorType } from '../events.ts';
import { isSandbox } from '../mode.ts';
import { lastZoneDay } from '../last-zone.ts';
import {
  type CaseRecord,
  currentReviewer,
  documentsToApprove,
  isAmending,
  type Stage,
  stageUnderReview,
} from '../record.ts';
import type { RefusalCode } from '../refusals.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { decline } from './engagement.ts';

export const reviewCommands = { review };

type Review = Extract<AttorneyCommand, { kind: 'review' }>;

/** An attorney's decision. An approval must name every document of the stage and no unknown one. */
function review(turn: Turn, command: Review): Decision {
  const { record } = turn;
  if (command.decision === 'reject') return decline(turn, command.notes);
  const stage = stageUnderReview(record);
  if (stage === null) return refuse('invalid_transition');
  // An amended complaint can only be approved: the case itself goes on.
  if (isAmending(record) && command.decision !== 'approve') return refuse('invalid_transition');
  switch (command.decision) {
    case 'approve': {
      const refused = approvalRefusal(record, stage, command);
      if (refused !== null) return refuse(refused);
      approve(turn, stage, [...new Set(command.documentHashes)], command.notes);
      return turn.done();
    }
    case 'request_changes':
      requestChanges(turn, command.notes);
      return turn.done();
  }
}

/** Why an approval is refused; null if it names every document of the stage, and otherwise only current ones. */
function approvalRefusal(
  record: CaseRecord,
  stage: Stage,
  { documentHashes, otherHashes }: Pick<Review, 'documentHashes' | 'otherHashes'>,
): RefusalCode | null {
  const summary = record.summaries[stage];
  if (summary === null) return 'summary_missing';
  const required = documentsToApprove(record, stage)?.map(({ contentHash }) => contentHash);
  if (!required) return 'summary_outdated';
  if (!documentHashes.includes(summary.contentHash)) return 'summary_not_named';
  if (!required.every((hash) => documentHashes.includes(hash))) return 'paper_not_named';
  const known = new Set([...required, ...otherHashes]);
  return documentHashes.every((hash) => known.has(hash)) ? null : 'unknown_hash';
}

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
