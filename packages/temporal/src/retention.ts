import { type CaseRetention, caseRetentionRules } from '@evict/case-model/retention';

/**
 * The contract of the daily retention job: names and payload types. Payloads contain only ids and counts. They don't
 * say when a rule is due, because otherwise anyone who can write to Temporal could have cases erased early.
 */

export const retentionWorkflowType = 'retention';

/** The rules that the job applies, in this order. */
export const retentionRules = caseRetentionRules;
export type RetentionRule = CaseRetention;

/** The input of the job. `progress` is set when it continues as new. */
export interface RetentionStart {
  progress?: RetentionProgress;
}

export interface RetentionProgress {
  /** The current rule. Null once all are done. */
  rule: RetentionRule | null;
  /** An opaque cursor within the rule. Empty at the start. */
  after: string;
  counts: Readonly<Record<RetentionRule, RetentionCounts>>;
}

/** How many cases a rule was applied to, and for how many it failed. The next run retries the latter. */
export interface RetentionCounts {
  done: number;
  failed: number;
}

/** The query for a run's progress. */
export const retentionQuery = 'progress';

export interface RetentionActivities {
  /**
   * Applies a rule to the next page of cases. `last` is the cursor for the page after that, or null for the last page.
   */
  applyRetention(page: { rule: RetentionRule; after: string }): Promise<RetentionPage>;
  /** Deletes bytes that were stored after their case was erased, and bytes that no document refers to. */
  clearLeftovers(): Promise<void>;
}

export interface RetentionPage extends RetentionCounts {
  last: string | null;
}
