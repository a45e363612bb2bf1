import { createClient } from '@evict/client';
import { nextAddress, withHeaders } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { newAttorney } from '../support/customers.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { until } from '../support/until.ts';

/** What the run has at hand; requests of the owner have `session`, and all others of a customer `key`. */
export interface Accounts {
  session: string;
  /** Of a member of the same organization, and who that is. */
  memberSession: string;
  memberId: string;
  key: string;
  /** Of the same organization, in live mode. */
  liveKey: string;
  attorney: string;
  /** Sessions of the owner that a sign-out may end. */
  throwawaySessions: string[];
  /** In test mode, with a delivery. */
  endpoint: { id: string; deliveryId: string | null };
}

/** Of the name and password that the description has for its examples, so that its sign-in is a real one. */
const owner = { email: 'robin@example.com', password: 'correct horse battery staple' };

/** More than there are requests to sign out that have a session. */
const signOuts = 60;

export async function prepareAccounts({ api: baseUrl, mailbox, store }: LocalStack): Promise<Accounts> {
  const signup = { ...owner, name: 'Robin Example', organizationName: 'Sandbox Holdings LLC' };
  const { token: session } = await createClient({ baseUrl }).signup({ body: signup });
  const { secret: key } = await createClient({ baseUrl, credential: session }).createApiKey();
  const live = createClient({ baseUrl, credential: session, serviceMode: 'live' });
  const { secret: liveKey } = await live.createApiKey();
  const throwawaySessions: string[] = [];
  while (throwawaySessions.length < signOuts) {
    // Sign-ins are limited by address.
    const fetch = withHeaders({ 'x-forwarded-for': nextAddress() });
    throwawaySessions.push((await createClient({ baseUrl, fetch }).login({ body: owner })).token);
  }
  const { credential: attorney } = await newAttorney(store);
  const member = await joinByMail(baseUrl, mailbox, session);
  return { session, ...member, key, liveKey, attorney, throwawaySessions, endpoint: await newEndpoint(baseUrl, key) };
}

/** Invites a member, and accepts through the mailbox of the stack. */
async function joinByMail(baseUrl: string, mailbox: string, session: string) {
  const email = 'sam@example.com';
  await createClient({ baseUrl, credential: session }).inviteMember({ body: { email, role: 'member' } });
  const body = { token: await mailedToken(mailbox, email), name: 'Sam Example', password: 'a horse of their own' };
  const { token, user } = await createClient({ baseUrl }).acceptInvitation({ body });
  return { memberSession: token, memberId: user.id };
}

function mailedToken(mailbox: string, email: string): Promise<string> {
  return until(async () => {
    const mails = (await (await fetch(`${mailbox}/api/email`)).json()) as { to: { address: string }[]; text: string }[];
    const mail = mails.find(({ to }) => to.some(({ address }) => address === email));
    const [, token] = /token=(\S+)$/m.exec(mail?.text ?? '') ?? [];
    if (token === undefined) throw new Error('no invitation was mailed');
    return token;
  });
}

/** Nobody listens there. */
async function newEndpoint(baseUrl: string, key: string): Promise<Accounts['endpoint']> {
  const customer = createClient({ baseUrl, credential: key });
  const { id } = await customer.createWebhookEndpoint({ body: { url: 'https://hooks.example.com/prepared' } });
  const { id: caseId } = await customer.createCase({ body: buildFacts() });
  await customer.submitCase({ id: caseId });
  const { items } = await customer.listWebhookDeliveries({ id });
  return { id, deliveryId: items[0]?.id ?? null };
}
