import { isSandbox } from './mode.ts';
import type { CaseRecord } from './record.ts';
import type { JudgmentOutcome } from './vocabulary.ts';

/** Whether an attorney is engaged: one was asked to take the case, and the acceptance is recorded. */
export function isEngaged({ attorneyId, accepted }: Pick<CaseRecord, 'attorneyId' | 'accepted'>): boolean {
  return attorneyId !== null && accepted;
}

/**
 * Whether a court has the case: something was filed, and the clerk didn't return it. Test cases never reach a court.
 */
export function isFiled({ mode, filings }: Pick<CaseRecord, 'mode' | 'filings'>): boolean {
  return !isSandbox({ mode }) && filings.some(({ status }) => status !== 'rejected');
}

/** Whether work is in progress outside this service: a paper is out for service, or a court has the case. */
export function hasOpenWork(record: Pick<CaseRecord, 'mode' | 'filings' | 'serviceAttempts'>): boolean {
  return isFiled(record) || (!isSandbox(record) && record.serviceAttempts.some(({ status }) => status === 'pending'));
}

/** The judgments that end the court case. A judgment for the plaintiff doesn't, because a writ enforces it. */
const endedByJudgment: readonly (JudgmentOutcome | undefined)[] = ['defendant', 'dismissed'];

/**
 * Whether the court case would stay open if this case ended now: neither a judgment nor a recorded dismissal has ended
 * it.
 */
export function needsDismissal(record: Pick<CaseRecord, 'mode' | 'filings' | 'judgment' | 'dismissedOn'>): boolean {
  return isFiled(record) && record.dismissedOn === null && !endedByJudgment.includes(record.judgment?.outcome);
}
