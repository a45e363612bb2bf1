import type {
  CaseRecord,
  DocumentOrder,
  NewDocument,
  Stage,
  SubmissionSnapshot,
  Transition,
  TransitionResult,
} from '@evict/case-model';
import type { RestoreReason } from './messages.ts';

/** What the case workflow has done for it. Payloads follow the same rule as messages: never tenant data. */

/** Short, idempotent database work: local activities. */
export interface RecordActivities {
  prepareSubmission(input: { caseId: string; caseTime: number }): Promise<PreparedSubmission>;
  prepareReview(input: { caseId: string; attorneyId: string }): Promise<PreparedReview>;
  /** An eligible attorney for a case in that state; null while there is none. */
  findAttorney(input: { jurisdiction: string }): Promise<string | null>;
  /** For a workflow that may have missed something: where the case is, and whether that command brought it there. */
  loadRecord(input: { caseId: string; commandId?: string }): Promise<KnownCase>;
  /**
   * Records in the case's history, once for its id, that its process was restored. Returns what the case's clock shows
   * now, in epoch milliseconds; null for a case that is over, where nothing is recorded.
   */
  recordRestored(input: { caseId: string; id: string; reason: RestoreReason }): Promise<number | null>;
  /** Records a transition in one transaction, once for its sequence, however often it is called. */
  recordTransition(transition: Transition): Promise<TransitionResult>;
  /** Moves the clock of the calling workflow forward once it is idle, at most to its next timer. */
  moveClock(input: { durationMs: number }): Promise<void>;
}

/** Work that takes time and may fail. */
export interface WorkActivities {
  /** Makes the summary that the attorney of a live case reviews, and stores its bytes. */
  makeSummary(job: SummaryJob): Promise<MadeSummary>;
  /** Makes documents from the frozen facts and stores their bytes, once each. */
  makeDocuments(job: DocumentJob): Promise<NewDocument[]>;
}

/**
 * What the workflow may know of a draft that was checked. `attorneyLapsed`: it has an attorney, from before changes were
 * requested, who may not act on it any more.
 */
export type PreparedSubmission =
  | { ok: true; submission: SubmissionSnapshot; factsVersion: number; attorneyLapsed: boolean }
  | { ok: false; code: 'gates_failed' | 'documents_unavailable' };

/** What a review is decided on beside the case itself. */
export interface PreparedReview {
  /** The attorney is verified, and licensed in the state of the property. */
  eligible: boolean;
  /** Of every current document of the case. */
  documentHashes: readonly string[];
  /** Of facts and uploads now: an approval is recorded only while it is the same. */
  factsVersion: number;
}

/** What the database has of a case. */
export interface KnownCase {
  /** What was last recorded; null for a draft that no command has reached. */
  record: CaseRecord | null;
  /** The command that was asked about has been recorded. */
  isDone: boolean;
}

export interface DocumentJob {
  caseId: string;
  orders: readonly (DocumentOrder & { documentId: string })[];
  notice: { servedDate: string; method: string; expires: string | null } | null;
  packVersions: { jurisdiction: string; rules: string };
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
}

export interface SummaryJob {
  caseId: string;
  documentId: string;
  /** Both are printed: another one has other bytes, also where nothing else has changed. */
  stage: Stage;
  revision: number;
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
}

export interface MadeSummary {
  document: NewDocument;
  /** Of the facts and uploads that it prints. */
  factsVersion: number;
}
