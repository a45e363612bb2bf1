import { returnToReview } from '../transitions/filing.ts';
import { amendableStates, maxUnderReview } from '../approvals.ts';
import { type CaseRecord, type Stage, type StageDocument } from '../record.ts';
import { effectiveState, isFinished, type State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { defineCommand } from './command.ts';

/** The kinds of attachments: a paper for the notice or the filing, or a proof of service. */
export const attachmentKinds = ['notice', 'filing', 'proof'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

interface AttachedDocument {
  readonly id: string;
  readonly filename: string;
  /** SHA-256 of the bytes, in hex. */
  readonly contentHash: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

interface Attach {
  readonly kind: 'attach';
  readonly as: AttachmentKind;
  /** The new document, whose bytes are already stored. */
  readonly document: AttachedDocument;
  /** The ids of attached documents that the new one replaces. */
  readonly replaces: readonly string[];
}

/** The states in which both the attorney and operators can attach documents to a stage. */
const preparing: Record<Stage, readonly State[]> = {
  notice: ['submitted', 'notice_review'],
  filing: [
    'submitted',
    'notice_review',
    'notice_approved',
    'notice_sent',
    'cure_period',
    'filing_review',
    'filing_rejected',
    ...amendableStates,
  ],
};

/** For each stage, the state in which it is approved but nothing has been sent out. */
const approved = { notice: 'notice_approved', filing: 'filing_approved' } as const satisfies Record<Stage, State>;

/** Whether a case in this state accepts a document of this kind from its attorney. */
export function acceptsAttachment(
  { state, heldFrom }: Pick<CaseRecord, 'state' | 'heldFrom'>,
  as: AttachmentKind,
): boolean {
  if (as === 'proof') return state !== 'draft' && !isFinished(state);
  const at = effectiveState({ state, heldFrom });
  return preparing[as].includes(at) || at === approved[as];
}

/**
 * Attaches a document that the attorney will serve or file, or a proof of service. An approval must cover the former,
 * but doesn't have to cover a proof. After the court has returned a filing, the first attached document replaces
 * everything that was filed. If the attorney attaches it, the filing also returns to review; operators use
 * `rework_filing` for that. Attaching to an approved stage voids the approval and returns the stage to review.
 * Operators can do this only if the stage has no paper yet.
 */
export const attach = defineCommand<Attach>()({
  authors: ['attorney', 'operator'],
  description: 'Attaches a paper to serve or file, or a proof of service. Replaces a document of the same name.',
  needs: ['replacesAttached'],
  decide(turn, { as, document, replaces, replacesAttached }) {
    const { record, author } = turn;
    if (!replacesAttached) return refuse('not_on_record');
    if (!acceptsAttachment(record, as)) return refuse('invalid_transition');
    if (as === 'proof') return turn.done();
    if (as === 'filing' && amendableStates.includes(effectiveState(record))) return amend(turn, document, replaces);
    const isApprovedStage = approved[as] === effectiveState(record);
    const hasPaper = record.stageDocuments[as].length > 0;
    if (isApprovedStage && hasPaper && author !== 'attorney') return refuse('invalid_transition');
    const afterFilings = record.filings.length;
    const kept = record.stageDocuments[as].filter(
      (one) => (one.afterFilings ?? 0) === afterFilings && !replaces.includes(one.id),
    );
    if (isFull(kept)) return refuse('review_full');
    const { id, contentHash } = document;
    turn.patch({
      stageDocuments: { ...record.stageDocuments, [as]: [...kept, { id, contentHash, afterFilings }] },
      revisions: { ...record.revisions, [as]: record.revisions[as] + 1 },
    });
    if (author === 'attorney' && as === 'filing' && turn.can('rework_filing')) returnToReview(turn);
    if (isApprovedStage) voidApproval(turn, as);
    return turn.done();
  },
});

/** Adds a document to the amended complaint. The filed documents stay until the amended complaint is submitted. */
function amend(turn: Turn, { id, contentHash }: AttachedDocument, replaces: readonly string[]): Decision {
  const { amendment, stageDocuments, summaries } = turn.record;
  if (stageDocuments.filing.some((one) => replaces.includes(one.id))) return refuse('filed_stays');
  const kept = amendment?.documents.filter((one) => !replaces.includes(one.id)) ?? [];
  if (isFull(kept)) return refuse('review_full');
  return turn
    .patch({
      amendment: { documents: [...kept, { id, contentHash }], approval: null },
      summaries: { ...summaries, filing: null },
    })
    .done();
}

/** Whether adding a document would exceed the review limit, which includes the summary. */
function isFull(kept: readonly StageDocument[]): boolean {
  return kept.length + 2 > maxUnderReview;
}

/**
 * Voids the stage's approval, even if the attached document is identical to an approved one. A case on hold returns to
 * review when it is resumed.
 */
function voidApproval(turn: Turn, stage: Stage): void {
  const { approvals, state } = turn.record;
  turn.patch({ approvals: { ...approvals, [stage]: null } });
  if (state !== 'on_hold') turn.emit('begin_review', { actor: turn.author, to: `${stage}_review` });
}
