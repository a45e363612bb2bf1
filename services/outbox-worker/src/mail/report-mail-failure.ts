import { writeCommand } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import { findFailedCaseMail, recordMailFailureOutOfBand } from '@evict/store/mails';
import type { CaseClient } from '@evict/temporal';

export interface ReportMailFailureDeps {
  store: Store;
  cases: Pick<CaseClient, 'send'>;
}

/**
 * Reports to a case that a mail about it has used up its attempts; does nothing for any other mail. Reported again, it
 * is recorded once.
 */
export async function reportMailFailure({ store, cases }: ReportMailFailureDeps, mailId: string): Promise<void> {
  const failed = await findFailedCaseMail(store, mailId);
  if (!failed) return;
  const { id, caseId, isOpen, organizationId, mode, attempt, errorClass } = failed;
  if (!isOpen) return recordMailFailureOutOfBand(store, failed);
  const body = { kind: 'mail_failed', attempt, errorClass } as const;
  const written = await writeCommand(store, { id, caseId, author: 'platform', authorId: 'mail', body });
  if (written.outcome === null) await cases.send({ caseId, organizationId, mode }, 'mail_failed', id, written);
}
