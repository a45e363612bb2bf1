import { isSandbox } from './mode.ts';
import type { CaseRecord } from './record.ts';
import type { JudgmentOutcome } from './vocabulary.ts';

/** Whether an attorney is engaged for a live case: one was asked, and the acceptance is recorded. */
export function isEngaged({ attorneyId, accepted }: Pick<CaseRecord, 'attorneyId' | 'accepted'>): boolean {
  return attorneyId !== null && accepted;
}

/** Whether a court has a case: something was filed and the clerk didn't return it. Test cases never reach a court. */
export function isFiled({ mode, filings }: Pick<CaseRecord, 'mode' | 'filings'>): boolean {
  return !isSandbox({ mode }) && filings.some(({ status }) => status !== 'rejected');
}

/** Whether work has to be stopped elsewhere: a paper is out for service, or a court has a case. */
export function hasOpenWork(record: Pick<CaseRecord, 'mode' | 'filings' | 'serviceAttempts'>): boolean {
  return isFiled(record) || (!isSandbox(record) && record.serviceAttempts.some(({ status }) => status === 'pending'));
}

/** A judgment for the plaintiff is enforced by a writ, so the court's case continues. */
const endedByJudgment: readonly (JudgmentOutcome | undefined)[] = ['defendant', 'dismissed'];

/** Whether ending the case leaves one in court that neither a judgment nor a recorded dismissal has ended. */
export function needsDismissal(record: Pick<CaseRecord, 'mode' | 'filings' | 'judgment' | 'dismissedOn'>): boolean {
  return isFiled(record) && record.dismissedOn === null && !endedByJudgment.includes(record.judgment?.outcome);
}
