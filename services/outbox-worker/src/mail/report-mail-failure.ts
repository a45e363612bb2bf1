import type { Store } from '@evict/store/database';
import { findFailedCaseMail, recordMailFailureOutOfBand } from '@evict/store/mails';
import type { CaseClient } from '@evict/temporal';

export interface ReportMailFailureDeps {
  store: Store;
  cases: Pick<CaseClient, 'notifyMailFailed'>;
}

/**
 * Reports to a case that a mail about it has used up its attempts; does nothing for any other mail. Reported again, it
 * is recorded once.
 */
export async function reportMailFailure({ store, cases }: ReportMailFailureDeps, mailId: string): Promise<void> {
  const failed = await findFailedCaseMail(store, mailId);
  if (!failed) return;
  const { caseId, ...failure } = failed;
  if (!(await cases.notifyMailFailed(caseId, failure))) await recordMailFailureOutOfBand(store, failed);
}
