import { isSandbox } from './mode.ts';
import type { Approval, CaseRecord, Stage, StageDocument } from './record.ts';
import type { State } from './states.ts';

/**
 * Whether the stage's documents are approved, either by the current reviewer or by an approval that was already used to
 * serve or file them. A used approval stays valid even if the reviewer changes or an amendment is being prepared.
 */
export function isApproved(record: CaseRecord, stage: Stage): boolean {
  const approval = record.approvals[stage];
  return approval?.used === true || covers(record, stage, approval);
}

/** Whether the current reviewer has approved all documents of the amended complaint in their current form. */
export function isAmendmentApproved(record: CaseRecord): boolean {
  return covers(record, 'filing', record.amendment?.approval ?? null);
}

function covers(record: CaseRecord, stage: Stage, approval: Approval | null): boolean {
  const documents = documentsUnderReview(record, stage);
  if (!approval || documents === null || documents.length === 0) return false;
  if (approval.reviewer !== currentReviewer(record)) return false;
  return documents.every(({ contentHash }) => approval.documentHashes.includes(contentHash));
}

/** The states in which a complaint can be amended: after acceptance and before judgment. */
export const amendableStates: readonly State[] = [
  'filing_accepted',
  'summons_sent',
  'summons_served',
  'hearing_scheduled',
];

/** The states in which the clerk's answer to an amended complaint can be recorded. It may arrive after judgment. */
export const amendmentResultStates: readonly State[] = [
  ...amendableStates,
  'judgment_entered',
  'writ_requested',
  'writ_issued',
];

/** Whether an amended complaint is being prepared, in a state that allows it. */
export function isAmending({ state, amendment }: Pick<CaseRecord, 'state' | 'amendment'>): boolean {
  return Boolean(amendment) && amendableStates.includes(state);
}

/** The maximum number of documents in one review, including the summary. */
export const maxUnderReview = 50;

/** Returns the documents that an approval of the stage must cover, or null if the summary hasn't been made yet. */
export function documentsUnderReview(record: CaseRecord, stage: Stage): readonly StageDocument[] | null {
  const amended = stage === 'filing' && isAmending(record) ? record.amendment : null;
  const { documents } = amended ?? { documents: record.stageDocuments[stage] };
  if (isSandbox(record)) return documents;
  const summary = record.summaries[stage];
  return summary && [summary, ...documents];
}

/**
 * Returns the documents that an approval of the stage must cover now. Returns null if the summary is missing or older
 * than `factsVersion`, because a new one is about to be made. `factsVersion` is the newest version of the facts and
 * uploads that the caller knows of.
 */
export function documentsToApprove(
  record: CaseRecord,
  stage: Stage,
  factsVersion: number = record.factsVersion,
): readonly StageDocument[] | null {
  const isCurrent = isSandbox(record) || (record.summaries[stage]?.factsVersion ?? -1) >= factsVersion;
  return isCurrent ? documentsUnderReview(record, stage) : null;
}

/**
 * Returns who may approve: the assigned attorney for a live case, or `sandbox` for a test case. Null if a live case has
 * no attorney.
 */
export function currentReviewer(record: CaseRecord): string | null {
  return isSandbox(record) ? 'sandbox' : record.attorneyId;
}

/**
 * Returns the stage whose documents are under review. An amended complaint counts as a filing until it is approved.
 * Null if nothing is under review.
 */
export function stageUnderReview(record: CaseRecord): Stage | null {
  const { state } = record;
  if (state === 'notice_review') return 'notice';
  return state === 'filing_review' || (isAmending(record) && !isAmendmentApproved(record)) ? 'filing' : null;
}
