import { newId } from '@evict/store/ids';
import { findFailedCaseMail } from '@evict/store/mails';
import type { TestStore } from '@evict/store/testing';
import type { MailFailed } from '@evict/temporal/messages';

/** A mail about a case that has used up its attempts, and the failure that is reported to the case. */
export async function failMail(store: TestStore, caseId: string): Promise<MailFailed> {
  const id = newId('mail');
  const mail = { id, kind: 'case_assigned', recipient: 'attorney@example.com', payload: { caseId } };
  const givenUp = { attempts: 5, failure: 'timeout', dueAt: null, givenUpAt: new Date() };
  await store.prisma.mail.create({ data: { ...mail, ...givenUp } });
  const failed = await findFailedCaseMail(store, id);
  if (!failed) throw new Error('the mail has not failed');
  const { caseId: _caseId, ...told } = failed;
  return told;
}
