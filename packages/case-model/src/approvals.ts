import { isSandbox } from './mode.ts';
import type { Approval, CaseRecord, Stage, StageDocument } from './record.ts';
import type { State } from './states.ts';

/**
 * Whether the stage's current documents are approved: by the current reviewer, or by an approval under which they were
 * already served or filed. Such an approval stays valid whoever reviews now, and whatever else is being prepared.
 */
export function isApproved(record: CaseRecord, stage: Stage): boolean {
  const approval = record.approvals[stage];
  return approval?.used === true || covers(record, stage, approval);
}

/** Whether the current reviewer has approved the amended complaint as it is now. */
export function isAmendmentApproved(record: CaseRecord): boolean {
  return covers(record, 'filing', record.amendment?.approval ?? null);
}

function covers(record: CaseRecord, stage: Stage, approval: Approval | null): boolean {
  const documents = documentsUnderReview(record, stage);
  if (!approval || documents === null || documents.length === 0) return false;
  if (approval.reviewer !== currentReviewer(record)) return false;
  return documents.every(({ contentHash }) => approval.documentHashes.includes(contentHash));
}

/** The states in which a complaint can be amended: after it was accepted and before judgment. */
export const amendableStates: readonly State[] = [
  'filing_accepted',
  'summons_sent',
  'summons_served',
  'hearing_scheduled',
];

/** The states in which the court's answer to an amended complaint can be recorded. It can come after judgment. */
export const amendmentResultStates: readonly State[] = [
  ...amendableStates,
  'judgment_entered',
  'writ_requested',
  'writ_issued',
];

/** Whether an amended complaint is being prepared. */
export function isAmending({ state, amendment }: Pick<CaseRecord, 'state' | 'amendment'>): boolean {
  return Boolean(amendment) && amendableStates.includes(state);
}

/** The largest number of documents under one review, including the summary. */
export const maxUnderReview = 50;

/** The documents that an approval of the stage has to name, or null if its summary has not been made yet. */
export function documentsUnderReview(record: CaseRecord, stage: Stage): readonly StageDocument[] | null {
  const amended = stage === 'filing' && isAmending(record) ? record.amendment : null;
  const { documents } = amended ?? { documents: record.stageDocuments[stage] };
  if (isSandbox(record)) return documents;
  const summary = record.summaries[stage];
  return summary && [summary, ...documents];
}

/**
 * The documents that an approval of the stage has to name now. Null if the summary is missing or older than
 * `factsVersion`, the newest version of facts and uploads that the caller knows of, because a new summary is about to
 * be made.
 */
export function documentsToApprove(
  record: CaseRecord,
  stage: Stage,
  factsVersion: number = record.factsVersion,
): readonly StageDocument[] | null {
  const isCurrent = isSandbox(record) || (record.summaries[stage]?.factsVersion ?? -1) >= factsVersion;
  return isCurrent ? documentsUnderReview(record, stage) : null;
}

/** Who may approve: the assigned attorney of a live case, or the sandbox reviewer of a test case. */
export function currentReviewer(record: CaseRecord): string | null {
  return isSandbox(record) ? 'sandbox' : record.attorneyId;
}

/** The stage whose documents are under review, including those of an amended complaint. Null if none are. */
export function stageUnderReview(record: CaseRecord): Stage | null {
  const { state } = record;
  if (state === 'notice_review') return 'notice';
  return state === 'filing_review' || (isAmending(record) && !isAmendmentApproved(record)) ? 'filing' : null;
}
