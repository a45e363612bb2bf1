import { credentialPrefixes, mintCredential } from '@evict/http/credentials';
import { compose, type OutgoingMail } from '@evict/mail';
import { createPasswordReset, getLead, type RecordedMail, type Store } from '@evict/store';

/** The text of a recorded mail, made when it goes out from what is true then. */
export async function writeMail(
  { kind, payload }: RecordedMail,
  { store, websiteOrigin }: { store: Store; websiteOrigin: string },
): Promise<Omit<OutgoingMail, 'id' | 'to'>> {
  switch (kind) {
    case 'password_reset':
      return compose(kind, { link: await resetLink(store, payload.userId, websiteOrigin) });
    case 'lead_received': {
      const lead = await getLead(store, payload.leadId);
      return { ...compose(kind, lead), replyTo: lead.email };
    }
  }
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
