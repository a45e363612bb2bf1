import { expect, test } from 'vitest';
import { daysAgo, serveAccounts } from '../support/account-server.ts';
import { buildSignup } from '../support/api.ts';

const { store, send, signUp, logIn } = await serveAccounts();

test('a sign-up creates an unverified organization, its owner and a session that works at once', async () => {
  const { token, account, email } = await signUp();
  expect(token).toMatch(/^ess_/);
  expect(account).toEqual({
    token,
    user: { id: expect.stringMatching(/^usr_/), name: 'Robin', email, role: 'owner' },
    organization: { id: expect.stringMatching(/^org_/), name: 'Sandbox Holdings', verified: false },
    modes: { test: true, live: true },
  });
  const me = await send('GET', '/v1/me', { credential: token });
  expect([me.status, { token, ...me.body }]).toEqual([200, { ...account, mail: expect.anything() }]);
});

test('the response to a sign-up says which modes the deployment offers', async () => {
  const { body } = await send('POST', '/v1/auth/signup', { body: buildSignup(), liveMode: false });
  expect(body.modes).toEqual({ test: true, live: false });
});

test('an email address can have only one account, regardless of upper and lower case', async () => {
  const { email } = await signUp();
  const again = await send('POST', '/v1/auth/signup', { body: buildSignup({ email: email.toUpperCase() }) });
  expect([again.status, again.body.error.code]).toEqual([409, 'email_taken']);
});

test('only one of three concurrent sign-ups with the same email address succeeds, and the others create no organization', async () => {
  const before = await store.prisma.organization.count();
  const email = 'twice@example.com';
  const responses = await Promise.all(
    [1, 2, 3].map(() => send('POST', '/v1/auth/signup', { body: buildSignup({ email }) })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(await store.prisma.organization.count()).toBe(before + 1);
});

test('a sign-in creates a new session, regardless of upper and lower case in the email address', async () => {
  const { email, password, token, account } = await signUp();
  const { status, body } = await logIn(email.toUpperCase(), password);
  expect(status).toBe(200);
  expect(body).toEqual({ ...account, token: expect.not.stringMatching(token) });
  expect((await send('GET', '/v1/me', { credential: body.token })).status).toBe(200);
});

test('an unknown email address and a wrong password get exactly the same response', async () => {
  const { email } = await signUp();
  const wrong = [await logIn(email, 'not the password'), await logIn('nobody@example.com', 'not the password')];
  for (const { status, body } of wrong) {
    expect(status).toBe(401);
    expect(body).toEqual({ error: { code: 'invalid_credentials', message: expect.any(String), details: null } });
  }
  expect(wrong[0]?.body).toEqual(wrong[1]?.body);
});

test("a user with neither a password nor an organization can't sign in", async () => {
  const user = { id: 'usr_attorney', email: 'a@example.com', emailKey: 'a@example.com', role: 'attorney' };
  await store.prisma.user.create({ data: user });
  expect((await logIn(user.email, 'whatever it is')).status).toBe(401);
});

test('after 5 wrong passwords even the correct one is refused, and the response says for how long', async () => {
  const { email, password } = await signUp();
  const begun = performance.now();
  for (let i = 0; i < 5; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401);
  for (const tried of ['wrong', password]) {
    const { status, body, headers } = await logIn(email.toUpperCase(), tried);
    expect([status, body.error.code]).toEqual([429, 'rate_limited']);
    const seconds = (performance.now() - begun) / 1000;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(899 - seconds);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
  }
});

test('only 5 of 12 concurrent wrong passwords are checked, whether or not the email address has an account', async () => {
  const { email } = await signUp();
  for (const address of [email, `nobody-${email}`]) {
    const responses = await Promise.all(Array.from({ length: 12 }, () => logIn(address, 'wrong')));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  }
});

test('an account that was locked because of wrong passwords is unlocked 15 minutes after the first wrong one', async () => {
  const { email, password } = await signUp();
  for (let i = 0; i < 5; i += 1) await logIn(email, 'wrong');
  await ageHits('wrongPassword:%', '14 minutes');
  const locked = await logIn(email, password);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  await ageHits('wrongPassword:%', '1 minute');
  expect((await logIn(email, password)).status).toBe(200);
});

test('a correct password resets the count of wrong ones', async () => {
  const { email, password } = await signUp();
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401);
    expect((await logIn(email, password)).status).toBe(200);
  }
});

test('sign-ups and sign-ins from one IP address share a limit of 10 in 10 minutes', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const begun = performance.now();
  for (let i = 0; i < 5; i += 1) {
    expect((await send('POST', '/v1/auth/signup', { body: buildSignup(), headers })).status).toBe(201);
    expect((await logIn(`stranger${i}@example.com`, 'wrong', headers)).status).toBe(401);
  }
  const refused = await send('POST', '/v1/auth/signup', { body: buildSignup(), headers });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(599 - (performance.now() - begun) / 1000);
  expect((await logIn('stranger@example.com', 'wrong')).status).toBe(401);
});

test('signing out ends only the current session', async () => {
  const { email, password, token } = await signUp();
  const other = (await logIn(email, password)).body.token;
  expect((await send('POST', '/v1/auth/logout', { credential: token })).status).toBe(204);
  expect((await send('GET', '/v1/me', { credential: token })).body.error.code).toBe('unauthenticated');
  expect((await send('GET', '/v1/me', { credential: other })).status).toBe(200);
});

test.each([
  { name: 'unused for 30 days', times: { lastUsedAt: daysAgo(30.01), createdAt: daysAgo(40) }, status: 401 },
  { name: 'unused for 29 days', times: { lastUsedAt: daysAgo(29), createdAt: daysAgo(40) }, status: 200 },
  { name: '90 days old but in use', times: { lastUsedAt: daysAgo(0), createdAt: daysAgo(90.01) }, status: 401 },
])('a request with a session $name gets $status', async ({ times, status }) => {
  const { token, account } = await signUp();
  await store.prisma.session.updateMany({ where: { userId: account.user.id }, data: times });
  expect((await send('GET', '/v1/me', { credential: token })).status).toBe(status);
});

test('using a session extends it, and its use is recorded at most once an hour', async () => {
  const { token, account } = await signUp();
  const where = { userId: account.user.id };
  await store.prisma.session.updateMany({ where, data: { lastUsedAt: daysAgo(20) } });
  await send('GET', '/v1/me', { credential: token });
  const { lastUsedAt } = await store.prisma.session.findFirstOrThrow({ where });
  expect(lastUsedAt.getTime()).toBeGreaterThan(daysAgo(0.01).getTime());
  await send('GET', '/v1/me', { credential: token });
  expect((await store.prisma.session.findFirstOrThrow({ where })).lastUsedAt).toEqual(lastUsedAt);
});

/** Backdates the counted attempts by this interval, instead of waiting. */
async function ageHits(keyPattern: string, by: string): Promise<void> {
  await store.pool.query(
    `UPDATE "RateLimit" SET hits = ARRAY(SELECT hit - $2::interval FROM unnest(hits) hit ORDER BY hit) WHERE key LIKE $1`,
    [keyPattern, by],
  );
}
