/**
 * The contract of the daily job that erases what has been kept for long enough: names and payload types. As everywhere
 * in Temporal, ids and counts alone.
 */

export const retentionWorkflowType = 'retention';

/** What the job does, in this order. */
export const retentionRules = ['idle_drafts', 'withdrawn_drafts', 'finished_test', 'finished_live'] as const;
/**
 * `idle_drafts` takes back drafts that nobody has touched for long; `withdrawn_drafts` erases those of them that were
 * never submitted; the others erase what has been finished for long.
 */
export type RetentionRule = (typeof retentionRules)[number];

/** For how many days each rule leaves a case alone after its last change. */
export type RetentionDays = Readonly<Record<RetentionRule, number>>;

/** Live: six years, the longest rule found for attorneys' files (Mass. R. Prof. C. 1.15A); others have five. */
export const retentionDays: RetentionDays = {
  idle_drafts: 180,
  withdrawn_drafts: 0,
  finished_test: 90,
  finished_live: 2192,
};

/** What the job starts from. `progress` is there when it continues as new. */
export interface RetentionStart {
  days: RetentionDays;
  progress?: RetentionProgress;
}

/** Where the job is. */
export interface RetentionProgress {
  /** The rule at work; null once all of them are through. */
  rule: RetentionRule | null;
  /** The id of the last case that the rule has looked at. */
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
  /** Applies a rule to the next cases after an id; `last` is the id to go on after, null where none are left. */
  applyRetention(page: { rule: RetentionRule; days: number; after: string }): Promise<RetentionPage>;
  /** Takes away what came after an erasure had looked, and answers to requests that are too old to be sent again. */
  clearLeftovers(): Promise<void>;
}

export interface RetentionPage extends RetentionCounts {
  last: string | null;
}
