import { randomUUID } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createPasswordReset } from '@evict/store/accounts';
import { newId } from '@evict/store/ids';
import { expect, test, vi } from 'vitest';
import { serveAccounts } from '../support/account-server.ts';
import { buildSignup } from '../support/api.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedWebsite } from '../support/service.ts';

const { stack, send } = await sharedWebsite();
const { store } = stack;
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();

const newPassword = 'another horse, another battery';
const unknownToken = mintCredential(credentialPrefixes.passwordReset).secret;

test('a reset link arrives by email, sets the password once, and ends every session', async () => {
  const { email, password, token: session } = await signUp();
  const other = (await logIn(email, password)).body.token;
  expect(await request(email.toUpperCase())).toMatchObject({ status: 202, body: { ok: true } });
  const token = await tokenFor(email);
  expect(await confirm(token)).toMatchObject({ status: 200, body: { ok: true } });
  for (const credential of [session, other]) {
    await expectRefusal(send('GET', '/v1/me', { credential }), 401, 'unauthenticated');
  }
  await expectRefusal(logIn(email, password), 401, 'invalid_credentials');
  expect((await logIn(email, newPassword)).status).toBe(200);
  await expectRefusal(confirm(token), 400, 'invalid_reset_token');
});

test('the reset email links to the website, whatever host the request headers contain, and says how long the link works', async () => {
  const { email } = await signUp();
  await request(email, { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' });
  const [mail] = await mailbox.waitForMails(email, 1, /^Reset/);
  const link = /^(\S+)\/reset-password#token=ert_[0-9A-Za-z]{49}$/m;
  const [address, origin] = link.exec(mail?.text ?? '') ?? [];
  expect(origin).toBe(stack.baseUrl);
  expect(mail?.html).toContain(`<a href="${address}">`);
  expect(mail?.text).toContain('within an hour');
  expect(mail?.from).toEqual([{ address: 'service@example.com', name: 'Eviction Case Service' }]);
});

test('neither the reset token nor the reset link is stored anywhere', async () => {
  const { email } = await signUp();
  await request(email);
  const token = await tokenFor(email);
  const tables = await store.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await store.pool.query(`SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`, [token]);
    expect([name, rows.length]).toEqual([name, 0]);
  }
});

test('if two reset links of a user are used at the same time, only one works', async () => {
  const { account } = await signUp();
  const tokens = [await tokenOf(account.user.id), await tokenOf(account.user.id)];
  const responses = await Promise.all(tokens.map((token) => confirm(token)));
  expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('a sign-in with the old password during the reset leaves no session behind', async () => {
  const { email, password, account } = await signUp();
  const token = await tokenOf(account.user.id);
  const [, ...signIns] = await Promise.all([confirm(token), ...[1, 2, 3].map(() => logIn(email, password))]);
  for (const { body } of signIns) {
    if (body.token) await expectRefusal(send('GET', '/v1/me', { credential: body.token }), 401, 'unauthenticated');
  }
});

test('a password reset ends the lockout that wrong passwords caused', async () => {
  const { email, password, account } = await signUp();
  for (let guess = 0; guess < 6; guess += 1) await logIn(email, 'wrong');
  await expectRefusal(logIn(email, password), 429, 'rate_limited');
  expect((await confirm(await tokenOf(account.user.id))).status).toBe(200);
  expect((await logIn(email, newPassword)).status).toBe(200);
});

test("a refused password doesn't use up the reset link", async () => {
  const token = await tokenOf((await signUp()).account.user.id);
  for (const password of ['x'.repeat(9), 'x'.repeat(201), '', 5]) {
    await expectRefusal(confirm(token, password), 400, 'invalid_request');
  }
  expect((await confirm(token, 'x'.repeat(200))).status).toBe(200);
});

test.each([
  { age: '59 minutes', status: 200 },
  { age: '1 hour', status: 400 },
])('a password reset with a link that is $age old gets $status', async ({ age, status }) => {
  const { account } = await signUp();
  const token = await tokenOf(account.user.id);
  await store.pool.query(`UPDATE "PasswordReset" SET "createdAt" = now() - $2::interval WHERE "userId" = $1`, [
    account.user.id,
    age,
  ]);
  expect((await confirm(token)).status).toBe(status);
});

test('a reset token that was never emailed is refused', async () => {
  const ofSession = mintCredential(credentialPrefixes.session).secret;
  for (const token of [unknownToken, 'ert_', 'x', `${unknownToken}x`, ofSession]) {
    await expectRefusal(confirm(token), 400, 'invalid_reset_token');
  }
});

test("a reset token can't be used as a credential", async () => {
  const credential = await tokenOf((await signUp()).account.user.id);
  await expectRefusal(send('GET', '/v1/me', { credential }), 401, 'unauthenticated');
});

test('a reset request for an email address without an account gets the same response, but sends no email', async () => {
  const { email } = await signUp();
  const known = await request(email);
  const strangers = [`nobody-${randomUUID()}@example.com`, 'not an address'];
  for (const stranger of strangers) {
    const response = await request(stranger);
    expect([response.status, response.bytes]).toEqual([known.status, known.bytes]);
  }
  await mailbox.waitForMails(email, 1, /^Reset/);
  expect(await store.prisma.mail.count({ where: { recipient: { in: strangers } } })).toBe(0);
});

test('an account gets three reset emails an hour, and further requests get the same response but send no email', async () => {
  const { email } = await signUp();
  const responses = await Promise.all(Array.from({ length: 6 }, () => request(email)));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202));
  expect(await store.prisma.mail.count({ where: { recipient: email, kind: 'password_reset' } })).toBe(3);
});

test('a reset request runs the same SQL statements whether or not the account exists', async () => {
  // This gateway sends no mail. Statements that ran after a response would be counted toward the next request.
  const quiet = await serveAccounts();
  const { email } = await seedUser(quiet.store);
  const query = vi.spyOn(quiet.store.pool, 'query');
  const statementsFor = async (address: string) => {
    query.mockClear();
    expect((await quiet.send('POST', '/v1/auth/password-reset/request', { body: { email: address } })).status).toBe(
      202,
    );
    return query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
  };
  const statements = await statementsFor(email);
  // One statement counts the requests from the IP address, and the other one queues the email if there is an account.
  expect(statements).toHaveLength(2);
  expect(await statementsFor(`no-${email}`)).toEqual(statements);
  expect(await quiet.store.prisma.mail.count({ where: { kind: 'password_reset' } })).toBe(1);
});

test('an IP address may send 10 requests in 10 minutes to the two password-reset endpoints together', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  for (let i = 0; i < 5; i += 1) {
    expect((await request('nobody@example.com', headers)).status).toBe(202);
    expect((await confirm(unknownToken, newPassword, headers)).status).toBe(400);
  }
  for (const response of [await request('nobody@example.com', headers), await confirm('x', newPassword, headers)]) {
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(590);
  }
});

test("an Idempotency-Key is ignored, and the response to a reset isn't stored for a replay", async () => {
  const headers = { 'idempotency-key': 'one' };
  const before = await store.prisma.idempotencyKey.count();
  const { account } = await signUp();
  const token = await tokenOf(account.user.id);
  expect((await confirm(token, newPassword, headers)).status).toBe(200);
  const again = await confirm(token, newPassword, headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([400, null]);
  expect(await store.prisma.idempotencyKey.count()).toBe(before);
});

function request(email: string, headers: Record<string, string> = {}) {
  return send('POST', '/v1/auth/password-reset/request', { body: { email }, headers });
}

function confirm(token: string, password: unknown = newPassword, headers: Record<string, string> = {}) {
  return send('POST', '/v1/auth/password-reset/confirm', { body: { token, password }, headers });
}

function logIn(email: string, password: string) {
  return send('POST', '/v1/auth/login', { body: { email, password } });
}

async function signUp() {
  const input = buildSignup();
  const { body } = await send('POST', '/v1/auth/signup', { body: input });
  return { ...input, token: body.token as string, account: body };
}

/** Returns the token in the newest reset email to the address. */
async function tokenFor(email: string): Promise<string> {
  const mails = await mailbox.waitForMails(email, 1, /^Reset/);
  return /token=(\S+)$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Creates a user directly in the database. */
async function seedUser({ prisma }: typeof store) {
  const { email } = buildSignup();
  const organization = { create: { id: newId('organization'), name: 'Sandbox Holdings' } };
  const user = { id: newId('user'), email, emailKey: email, passwordHash: 'none', role: 'owner', organization };
  return prisma.user.create({ data: user });
}

/** Creates a reset link the way the outbox worker does, without an email, and returns its token. */
async function tokenOf(userId: string): Promise<string> {
  const { secret, hash } = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, userId, hash);
  return secret;
}
