import { decline } from '../transitions/engagement.ts';
import { approve, requestChanges } from '../transitions/review.ts';
import { isSandbox } from '../mode.ts';
import { type CaseRecord, type Stage } from '../record.ts';
import type { ApprovalSignature, Assertion } from '../approval-signature.ts';
import { documentsToApprove, isAmending, stageUnderReview } from '../approvals.ts';
import type { RefusalCode } from '../refusals.ts';
import { refuse } from '../turn.ts';
import type { ReviewDecision } from '../vocabulary.ts';
import { defineCommand } from './command.ts';
import type { Known } from './needs.ts';

interface Review {
  readonly kind: 'review';
  readonly decision: ReviewDecision;
  readonly documentHashes: readonly string[];
  readonly notes?: string;
  /** The attorney's passkey signature of an approval. */
  readonly assertion?: Assertion;
  /** The result of verifying the assertion. Prepared by the worker. */
  readonly signature?: ApprovalSignature | 'invalid' | undefined;
  /**
   * Whether the approval must be signed, because operators require it or the attorney has a passkey. Prepared by the
   * worker.
   */
  readonly mustBeSigned?: boolean | undefined;
}

/**
 * An attorney's decision on a review. An approval has to list the hash of every document of the stage. Any other hash
 * in it has to belong to a current document of the case.
 */
export const review = defineCommand<Review>()({
  authors: ['attorney'],
  description: 'The attorney approves, requests changes or declines.',
  needs: ['otherHashes'],
  preparedFrom: ['passkey', 'hasPasskey'],
  decide(turn, command) {
    const { record } = turn;
    const { decision, notes } = command;
    if (decision === 'reject') return decline(turn, notes);
    const stage = stageUnderReview(record);
    if (stage === null) return refuse('invalid_transition');
    // While an amended complaint is reviewed, the case itself continues, so it can't return to draft.
    if (isAmending(record) && decision !== 'approve') return refuse('invalid_transition');
    if (decision === 'request_changes') {
      requestChanges(turn, notes);
      return turn.done();
    }
    const { signature, mustBeSigned } = command;
    const refused = approvalRefusal(record, stage, command);
    if (refused !== null) return refuse(refused);
    if (signature === 'invalid') return refuse('signature_invalid');
    if (mustBeSigned && !signature) return refuse('signature_missing');
    approve(turn, stage, { documentHashes: [...new Set(command.documentHashes)], notes, signature });
    return turn.done();
  },
});

/**
 * Returns why an approval is refused. Null if it lists the hash of every document of the stage, and all its other
 * hashes belong to current documents of the case.
 */
function approvalRefusal(
  record: CaseRecord,
  stage: Stage,
  { documentHashes, otherHashes }: Pick<Review & Known, 'documentHashes' | 'otherHashes'>,
): RefusalCode | null {
  const summary = record.summaries[stage];
  // A sandbox case has no summary.
  const isSummarized = !isSandbox(record);
  if (isSummarized && summary === null) return 'summary_missing';
  const required = documentsToApprove(record, stage)?.map(({ contentHash }) => contentHash);
  if (!required) return 'summary_outdated';
  if (summary !== null && !documentHashes.includes(summary.contentHash)) return 'summary_not_named';
  if (!required.every((hash) => documentHashes.includes(hash))) return 'paper_not_named';
  const known = new Set([...required, ...otherHashes]);
  return documentHashes.every((hash) => known.has(hash)) ? null : 'unknown_hash';
}
