import type { DocumentKind, ServiceMethod, ServiceStage } from './facts.ts';
import { reviewAfterSubmit } from './transitions/engagement.ts';
import { isSandbox } from './mode.ts';
import { rulesOf } from './packs.ts';
import { type CaseRecord, type Stage } from './record.ts';
import { stageUnderReview } from './approvals.ts';

/** An order to make a document from the frozen facts. */
export interface DocumentOrder {
  readonly specId: string;
  readonly stage: Stage | null;
  readonly revision: number;
  /**
   * For a proof of service: what is served, and by which method. The date of service is the day on the case's clock
   * when the step is taken.
   */
  readonly service: { readonly stage: ServiceStage; readonly method: ServiceMethod } | null;
}

/** A document whose bytes are already stored. */
export interface NewDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  /** The template. Null for an attached document. */
  readonly specId: string | null;
  readonly filename: string;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hex. */
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** Returns the documents that still have to be made for the stage under review. */
export function missingStageDocuments(record: CaseRecord): DocumentOrder[] {
  const stage = stageToReview(record);
  if (stage === null) return [];
  if (!isSandbox(record)) return missingSummary(record, stage);
  return record.stageDocuments[stage].length === 0 ? stageOrders(record, stage) : [];
}

/** Returns orders for the documents that the rule pack requires for a stage. */
export function stageOrders(record: CaseRecord, stage: Stage): DocumentOrder[] {
  const rules = rulesOf(record);
  const { submission, revisions } = record;
  if (!rules || !submission) return [];
  const documents = stage === 'notice' ? [rules.notices[submission.ground].document] : rules.filing;
  return documents.map(({ id }) => ({ specId: id, stage, revision: revisions[stage] + 1, service: null }));
}

/**
 * Returns an order for a new summary of a live case. Empty if the current summary was made from the newest facts and
 * uploads.
 */
function missingSummary({ summaries, factsVersion, revisions }: CaseRecord, stage: Stage): DocumentOrder[] {
  if ((summaries[stage]?.factsVersion ?? -1) >= factsVersion) return [];
  return [{ specId: 'intake.summary.v1', stage, revision: revisions[stage] + 1, service: null }];
}

/**
 * Returns the stage that needs documents, or null. A live case gets its first summary right after submit, before an
 * attorney is engaged.
 */
function stageToReview(record: CaseRecord): Stage | null {
  return stageUnderReview(record.state === 'submitted' ? { ...record, state: reviewAfterSubmit(record) } : record);
}
