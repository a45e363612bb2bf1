import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { compose, type OutgoingMail } from '@evict/mail';
import { createPasswordReset } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { getLead } from '@evict/store/leads';
import type { RecordedMail } from '@evict/store/mails';
import { deadEndpoint, findDisabledEndpoint } from '@evict/store/webhooks';
import { writeCaseMail } from './write-case-mail.ts';

/** The text of a recorded mail, made when it goes out from what is true then; null where there is nothing to say. */
export async function writeMail(
  mail: RecordedMail,
  deps: { store: Store; websiteOrigin: string },
): Promise<Omit<OutgoingMail, 'id' | 'to'> | null> {
  const { store, websiteOrigin } = deps;
  if (mail.kind === 'password_reset') {
    return compose(mail.kind, { link: await resetLink(store, mail.payload.userId, websiteOrigin) });
  }
  if (mail.kind === 'lead_received') {
    const lead = await getLead(store, mail.payload.leadId);
    return { ...compose(mail.kind, lead), replyTo: lead.email };
  }
  if (mail.kind === 'webhook_endpoint_disabled') {
    const endpoint = await findDisabledEndpoint(store, mail.payload.endpointId);
    return endpoint && compose(mail.kind, { endpointId: endpoint.id, mode: endpoint.mode, days: deadEndpoint.days });
  }
  return writeCaseMail(mail, deps);
}

/**
 * A token of its own for each try, made here: it is kept nowhere but in the mail, and its hour does not pass while the
 * mail waits for a mail server.
 */
async function resetLink(store: Store, userId: string, websiteOrigin: string): Promise<string> {
  const { secret, hash } = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, userId, hash);
  return `${websiteOrigin}/reset-password?token=${secret}`;
}
