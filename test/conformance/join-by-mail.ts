import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@evict/client';

/** Invites somebody with the session of an owner, and accepts through the mailbox of the stack. */
export async function joinByMail(
  { baseUrl, mailbox }: { baseUrl: string; mailbox: string },
  owner: string,
  role: 'owner' | 'member',
): Promise<{ id: string; session: string }> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  await createClient({ baseUrl, credential: owner }).inviteMember({ body: { email, role } });
  const body = { token: await mailedToken(mailbox, email), name: 'Sam Example', password: 'a horse of their own' };
  const { token: session, user } = await createClient({ baseUrl }).acceptInvitation({ body });
  return { id: user.id, session };
}

interface Mail {
  to: { address: string }[];
  text: string;
}

/** Waits for the mail. */
async function mailedToken(mailbox: string, email: string): Promise<string> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    const mails = (await (await fetch(`${mailbox}/api/email`)).json()) as Mail[];
    const mail = mails.find(({ to }) => to.some(({ address }) => address === email));
    const [, token] = /token=(\S+)$/m.exec(mail?.text ?? '') ?? [];
    if (token !== undefined) return token;
  }
  throw new Error('no invitation was mailed within a minute');
}
