import { type CaseRetention, caseRetention, caseRetentionRules } from '@evict/case-model';

/**
 * The contract of the daily job that erases what has been kept for long enough: names and payload types. As everywhere
 * in Temporal, ids and counts alone.
 */

export const retentionWorkflowType = 'retention';

/** What the job does, in this order. */
export const retentionRules = caseRetentionRules;
export type RetentionRule = CaseRetention;

/** For how many days each rule leaves a case alone. */
export type RetentionDays = Readonly<Record<RetentionRule, number>>;

export const retentionDays = Object.fromEntries(
  Object.entries(caseRetention).map(([rule, { days }]) => [rule, days]),
) as RetentionDays;

/** What the job starts from. `progress` is there when it continues as new. */
export interface RetentionStart {
  days: RetentionDays;
  progress?: RetentionProgress;
}

/** Where the job is. */
export interface RetentionProgress {
  /** The rule at work; null once all of them are through. */
  rule: RetentionRule | null;
  /** Where the rule goes on: opaque, empty at its beginning. */
  after: string;
  counts: Readonly<Record<RetentionRule, RetentionCounts>>;
}

/** How many cases a rule was applied to, and how many it failed on: those are tried again at the next run. */
export interface RetentionCounts {
  done: number;
  failed: number;
}

/** What operators see of a run. */
export const retentionQuery = 'progress';

export interface RetentionActivities {
  /** Applies a rule to the next page of cases; `last` is where to go on after it, null where none are left. */
  applyRetention(page: { rule: RetentionRule; days: number; after: string }): Promise<RetentionPage>;
  /** Deletes bytes that were stored after the erasure of their case, and bytes that no document names. */
  clearLeftovers(): Promise<void>;
}

export interface RetentionPage extends RetentionCounts {
  last: string | null;
}
