import type {
  AskedAttorney,
  CaseRecord,
  DocumentOrder,
  NewDocument,
  Stage,
  SubmissionSnapshot,
  Transition,
  TransitionResult,
} from '@evict/case-model';
import type { RestoreReason } from './messages.ts';

/** The activities of the case workflow. As in messages, payloads never carry tenant data. */

/** Short, idempotent database work: local activities. */
export interface RecordActivities {
  prepareSubmission(input: { caseId: string; caseTime: number }): Promise<PreparedSubmission>;
  prepareReview(input: { caseId: string; attorneyId: string }): Promise<PreparedReview>;
  /** An eligible attorney for a case in that state; null if there is none. */
  findAttorney(input: { jurisdiction: string }): Promise<AskedAttorney | null>;
  /** The record in the database, and whether that command is in it: for a workflow that may be stale. */
  loadRecord(input: { caseId: string; commandId?: string }): Promise<KnownCase>;
  /**
   * Records in the case's history, once per id, that its process was restored. Returns the case's clock in epoch
   * milliseconds; null for a finished case, for which nothing is recorded.
   */
  recordRestored(input: { caseId: string; id: string; reason: RestoreReason }): Promise<number | null>;
  /** Records a transition in one transaction. Idempotent by its sequence. */
  recordTransition(transition: Transition): Promise<TransitionResult>;
  /** Moves the clock of the calling workflow forward once it is idle, at most to its next timer. */
  moveClock(input: { durationMs: number }): Promise<void>;
}

/** Work that takes time and may fail. */
export interface WorkActivities {
  /** Makes the summary that the attorney of a live case reviews, and stores its bytes. */
  makeSummary(job: SummaryJob): Promise<MadeSummary>;
  /** Makes documents from the frozen facts and stores their bytes. Idempotent. */
  makeDocuments(job: DocumentJob): Promise<NewDocument[]>;
}

/**
 * The part of a checked draft that may enter Temporal. `attorneyLapsed`: the attorney from before the requested changes
 * is no longer eligible.
 */
export type PreparedSubmission =
  | { ok: true; submission: SubmissionSnapshot; factsVersion: number; attorneyLapsed: boolean }
  | { ok: false; code: 'gates_failed' | 'documents_unavailable' };

/** The inputs of a review besides the case record. */
export interface PreparedReview {
  /** The attorney is verified, and licensed in the state of the property. */
  eligible: boolean;
  /** The attorney decides themself whether to take a case. */
  asksFirst: boolean;
  /** The hashes of every current document of the case. */
  documentHashes: readonly string[];
  /** The version of facts and uploads: an approval is recorded only while it is unchanged. */
  factsVersion: number;
}

/** A case in the database. */
export interface KnownCase {
  /** As last recorded; null for a draft without a command. */
  record: CaseRecord | null;
  /** Whether the given command has been recorded. */
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
  /** Both are printed, so that each summary has different bytes. */
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
