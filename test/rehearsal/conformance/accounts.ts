import { createClient } from '@evict/client';
import { nextAddress, withHeaders } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { newAttorney } from '../support/customers.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { until } from '../support/until.ts';

/**
 * The accounts and ids that the run uses. The owner's requests are sent with `session`, and all other customer requests
 * with `key`.
 */
export interface Accounts {
  session: string;
  /** The session and the id of a member of the same organization. */
  memberSession: string;
  memberId: string;
  key: string;
  /** A live key of the same organization. */
  liveKey: string;
  attorney: string;
  /** Sessions of the owner that may be ended by a sign-out. */
  throwawaySessions: string[];
  /** An endpoint in test mode that has a delivery. */
  endpoint: { id: string; deliveryId: string | null };
}

/** The email and password from the examples in the OpenAPI description, so the sign-in of its example works. */
const owner = { email: 'robin@example.com', password: 'correct horse battery staple' };

/** More than the number of sign-outs with a session. */
const signOuts = 60;

export async function prepareAccounts({ api: baseUrl, mailbox, store }: LocalStack): Promise<Accounts> {
  const signup = { ...owner, name: 'Robin Example', organizationName: 'Sandbox Holdings LLC' };
  const { token: session } = await createClient({ baseUrl }).signup({ body: signup });
  const { secret: key } = await createClient({ baseUrl, credential: session }).createApiKey();
  const live = createClient({ baseUrl, credential: session, serviceMode: 'live' });
  const { secret: liveKey } = await live.createApiKey();
  const throwawaySessions: string[] = [];
  while (throwawaySessions.length < signOuts) {
    // Sign-ins are limited by address, so each uses a new one.
    const fetch = withHeaders({ 'x-forwarded-for': nextAddress() });
    throwawaySessions.push((await createClient({ baseUrl, fetch }).login({ body: owner })).token);
  }
  const { credential: attorney } = await newAttorney(store);
  const member = await joinByMail(baseUrl, mailbox, session);
  return { session, ...member, key, liveKey, attorney, throwawaySessions, endpoint: await newEndpoint(baseUrl, key) };
}

/** Invites a member, and accepts the invitation with the email in the stack's mailbox. */
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

/** Creates an endpoint with a URL where nothing listens, and a delivery to it. */
async function newEndpoint(baseUrl: string, key: string): Promise<Accounts['endpoint']> {
  const customer = createClient({ baseUrl, credential: key });
  const { id } = await customer.createWebhookEndpoint({ body: { url: 'https://hooks.example.com/prepared' } });
  const { id: caseId } = await customer.createCase({ body: buildFacts() });
  await customer.submitCase({ id: caseId });
  const { items } = await customer.listWebhookDeliveries({ id });
  return { id, deliveryId: items[0]?.id ?? null };
}
