import { newId } from '@evict/store/ids';
import { findFailedCaseMail, type ReportableMailFailure } from '@evict/store/mails';
import type { TestStore } from '@evict/store/testing';

/** Creates an email about a case that has used up its attempts, and returns the failure to report to the case. */
export async function failMail(store: TestStore, caseId: string): Promise<ReportableMailFailure> {
  const id = newId('mail');
  const mail = { id, kind: 'case_assigned', recipient: 'attorney@example.com', payload: { caseId } };
  const givenUp = { attempts: 5, failure: 'timeout', dueAt: null, givenUpAt: new Date() };
  await store.prisma.mail.create({ data: { ...mail, ...givenUp } });
  const failed = await findFailedCaseMail(store, id);
  if (!failed) throw new Error('the mail has not failed');
  return failed;
}
