import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createAddressLink, createPasswordReset, setOrganizationVerified } from '@evict/store/accounts';
import { expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { stack, send } = await startService({ liveMode: true, verifiedForLive: 'required', mail: {} });
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();
const live = { 'x-service-mode': 'live' };

async function signUp() {
  const input = buildSignup();
  const { body } = await send('POST', '/v1/auth/signup', { body: input });
  return { ...input, token: body.token as string, userId: body.user.id as string };
}

type User = Awaited<ReturnType<typeof signUp>>;

const confirm = ({ token: credential }: User, token: string) =>
  send('POST', '/v1/me/address/confirm', { credential, body: { token } });

/** Waits until the user has been emailed this many links to the page, and returns the token in the newest. */
async function tokenIn({ email }: User, page: string, count = 1): Promise<string> {
  const link = new RegExp(`/${page}#token=(\\S+)`);
  const tokens = async () => (await mailbox.mailsTo(email)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
  await expect.poll(tokens, { timeout: 60_000 }).toHaveLength(count);
  return (await tokens()).at(-1) ?? '';
}

/** Sends the requests that are refused until an owner has proven their email address. */
const refusedBefore = ({ token: credential }: User) => [
  send('GET', '/v1/cases', { credential, headers: live }),
  send('POST', '/v1/cases', { credential, headers: live, body: marylandFacts() }),
  send('POST', '/v1/api-keys', { credential, headers: live }),
  send('POST', '/v1/organization/members', { credential, body: { email: 'accomplice@example.com', role: 'owner' } }),
  send('PUT', '/v1/organization/sso', {
    credential,
    body: { issuer: 'https://id.example.com', clientId: 'evictions', clientSecret: 'x', domain: 'example.org' },
  }),
  send('POST', '/v1/organization/sso/prove-domain', { credential }),
];

test('live mode, invitations and single sign-on are refused until the owner has confirmed their email address, but test mode works at once', async () => {
  const user = await signUp();
  for (const response of refusedBefore(user)) {
    await expectRefusal(response, 403, 'forbidden');
    expect((await response).body.error.message).toContain('email address');
  }
  expect((await send('POST', '/v1/api-keys', { credential: user.token })).status).toBe(201);
  const token = await tokenIn(user, 'confirm-address');
  const { status, body } = await confirm(user, token);
  expect([status, body.organization.verified]).toEqual([200, true]);
  await expectRefusal(confirm(user, token), 400, 'invalid_reset_token');
  const { body: key } = await send('POST', '/v1/api-keys', { credential: user.token, headers: live });
  expect((await send('GET', '/v1/cases', { credential: key.secret })).status).toBe(200);
  await stack.store.prisma.organization.updateMany({ data: { verified: false } });
  await expectRefusal(send('GET', '/v1/cases', { credential: key.secret }), 403, 'forbidden');
});

test("signing up with someone else's email address doesn't open live mode, and the owner of the address can take over the account", async () => {
  const stranger = await signUp();
  for (const response of refusedBefore(stranger)) await expectRefusal(response, 403, 'forbidden');
  // The link went to the owner of the address, who has no session. The stranger can't use a link for another of their
  // accounts.
  const own = mintCredential(credentialPrefixes.address);
  await createAddressLink(stack.store, (await signUp()).userId, own.hash);
  await expectRefusal(confirm(stranger, own.secret), 400, 'invalid_reset_token');

  await send('POST', '/v1/auth/password-reset/request', { body: { email: stranger.email } });
  const token = await tokenIn(stranger, 'reset-password');
  const password = 'the password of the other';
  expect((await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } })).status).toBe(200);
  await expectRefusal(send('GET', '/v1/me', { credential: stranger.token }), 401, 'unauthenticated');
  const { body } = await send('POST', '/v1/auth/login', { body: { email: stranger.email, password } });
  expect(body.organization.verified).toBe(true);
  expect((await send('GET', '/v1/cases', { credential: body.token, headers: live })).status).toBe(200);
});

test('a confirmation link can be sent again three times an hour, and the response is always the same', async () => {
  const user = await signUp();
  const again = () => send('POST', '/v1/me/address/mail', { credential: user.token });
  for (let sent = 0; sent < 5; sent += 1) expect(await again()).toMatchObject({ status: 202, body: { ok: true } });
  const token = await tokenIn(user, 'confirm-address', 4);
  expect((await confirm(user, token)).status).toBe(200);
  expect(await again()).toMatchObject({ status: 202, body: { ok: true } });
  expect(await stack.store.prisma.mail.count({ where: { recipient: user.email, kind: 'address_confirmation' } })).toBe(
    4,
  );
});

test('a confirmation link expires after seven days', async () => {
  const user = await signUp();
  const link = mintCredential(credentialPrefixes.address);
  await createAddressLink(stack.store, user.userId, link.hash);
  await stack.store.prisma.addressLink.updateMany({ data: { createdAt: new Date(Date.now() - 7.01 * 86_400_000) } });
  await expectRefusal(confirm(user, link.secret), 400, 'invalid_reset_token');
});

test("if operators revoke an organization's verification, neither a confirmation link nor a password reset restores it", async () => {
  const user = await signUp();
  const early = await tokenIn(user, 'confirm-address');
  const organizationId = (await send('GET', '/v1/organization', { credential: user.token })).body.id as string;
  const isVerified = async (credential: string) =>
    (await send('GET', '/v1/organization', { credential })).body.verified as boolean;
  await setOrganizationVerified(stack.store, organizationId, false);
  expect((await confirm(user, early)).status).toBe(200);
  expect(await isVerified(user.token)).toBe(false);
  // No further link is sent, because the address is already proven.
  const mails = () => stack.store.prisma.mail.count({ where: { recipient: user.email, kind: 'address_confirmation' } });
  const before = await mails();
  await send('POST', '/v1/me/address/mail', { credential: user.token });
  expect(await mails()).toBe(before);
  const link = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(stack.store, user.userId, link.hash);
  const password = 'another horse, another battery';
  await send('POST', '/v1/auth/password-reset/confirm', { body: { token: link.secret, password } });
  const { token } = (await send('POST', '/v1/auth/login', { body: { email: user.email, password } })).body;
  expect(await isVerified(token)).toBe(false);
  await setOrganizationVerified(stack.store, organizationId, true);
  expect(await isVerified(token)).toBe(true);
});
