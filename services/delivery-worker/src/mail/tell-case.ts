import type { Store } from '@evict/store/database';
import { findFailedCaseMail, recordMailFailureOutOfBand } from '@evict/store/mails';
import type { CaseClient } from '@evict/temporal';

export interface TellCaseDeps {
  store: Store;
  cases: Pick<CaseClient, 'notifyMailFailed'>;
}

/**
 * Tells a case that a mail about it has failed for good; nothing where there is no such mail or case. Told again, it is
 * recorded once.
 */
export async function tellCase({ store, cases }: TellCaseDeps, mailId: string): Promise<void> {
  const failed = await findFailedCaseMail(store, mailId);
  if (!failed) return;
  const { caseId, ...failure } = failed;
  if (!(await cases.notifyMailFailed(caseId, failure))) await recordMailFailureOutOfBand(store, failed);
}
