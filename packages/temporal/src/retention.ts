import { type CaseRetention, caseRetentionRules } from '@evict/case-model/retention';

/**
 * The contract of the daily retention job: names and payload types. Payloads carry only ids and counts. When a rule is due
 * is no part of them: whoever writes to Temporal could have cases erased early.
 */

export const retentionWorkflowType = 'retention';

/** The rules of the job, in order. */
export const retentionRules = caseRetentionRules;
export type RetentionRule = CaseRetention;

/** The input of the job. `progress` is set when it continues as new. */
export interface RetentionStart {
  progress?: RetentionProgress;
}

/** The progress of the job. */
export interface RetentionProgress {
  /** The current rule; null once all are done. */
  rule: RetentionRule | null;
  /** The rule's cursor: opaque, empty at the start. */
  after: string;
  counts: Readonly<Record<RetentionRule, RetentionCounts>>;
}

/** How many cases a rule was applied to, and how many it failed on; the next run retries those. */
export interface RetentionCounts {
  done: number;
  failed: number;
}

/** The query for a run's progress. */
export const retentionQuery = 'progress';

export interface RetentionActivities {
  /** Applies a rule to the next page of cases; `last` is the cursor for the page after it, null if there is none. */
  applyRetention(page: { rule: RetentionRule; after: string }): Promise<RetentionPage>;
  /** Deletes bytes that were stored after the erasure of their case, and bytes that no document names. */
  clearLeftovers(): Promise<void>;
}

export interface RetentionPage extends RetentionCounts {
  last: string | null;
}
