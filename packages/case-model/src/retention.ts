import { isSandbox, type Mode } from './mode.ts';
import type { State } from './states.ts';

/** How many days an uploaded file is kept in the inbox. */
export const intakeDays = 30;

/**
 * The rules of the daily retention job, in order. Each applies `days` after the last change of a case, or after the
 * erasure of its details.
 */
export const caseRetention = {
  idle_drafts: {
    days: 180,
    since: 'change',
    does: 'an untouched draft is withdrawn',
    reason: 'a landlord may prepare a case half a year ahead',
  },
  withdrawn_drafts: {
    days: 0,
    since: 'change',
    does: 'the details of a draft that was withdrawn as idle, or that the customer deleted, are erased',
    reason: 'nobody has worked on it',
  },
  idle_sandbox: {
    days: 90,
    since: 'change',
    does: 'an untouched open sandbox case is withdrawn',
    reason: 'the steps of a sandbox case take weeks at most',
  },
  finished_test: {
    days: 90,
    since: 'change',
    does: 'the details of a finished sandbox case are erased',
    reason: 'enough time to compare two runs of an integration',
  },
  finished_live: {
    days: 2192,
    since: 'change',
    does: 'the details of a finished live case are erased',
    reason: "six years: the longest rule found for attorneys' files (Mass. R. Prof. C. 1.15A)",
  },
  sandbox_shells: {
    days: 365,
    since: 'erasure',
    does: 'the shell of a sandbox case is deleted',
    reason: 'to show who used the sandbox during the last year',
  },
} as const satisfies Record<string, CaseRetentionRule>;

interface CaseRetentionRule {
  readonly days: number;
  readonly since: 'change' | 'erasure';
  readonly does: string;
  /** Why this number of days was chosen. */
  readonly reason: string;
}

export type CaseRetention = keyof typeof caseRetention;
export const caseRetentionRules = Object.keys(caseRetention) as CaseRetention[];

/** Whether a rule withdraws open cases. The other rules apply only to finished cases. */
export function withdrawsIdle(rule: CaseRetention): rule is 'idle_drafts' | 'idle_sandbox' {
  return rule === 'idle_drafts' || rule === 'idle_sandbox';
}

/** Whether the platform may withdraw a case in this state and mode when it is idle. */
export function mayWithdrawIdle({ state, mode }: { state: State; mode: Mode }): boolean {
  return state === 'draft' || isSandbox({ mode });
}
