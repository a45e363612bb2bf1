import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createAuthenticator } from '@evict/credentials/testing';
import { createPasswordReset } from '@evict/store/accounts';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { serveAccounts, websiteOrigin } from '../support/account-server.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';

const { store, send, signUp, logIn } = await serveAccounts();

type User = Awaited<ReturnType<typeof signUp>>;

const mine = (method: string, path: string, { token: credential }: User, body?: object) =>
  send(method, `/v1/me/${path}`, { credential, body });

/** The user's current password, which changes to factors require. */
const proofOf = ({ password: currentPassword }: User) => ({ currentPassword });

const secondStep = (body: object) => send('POST', '/v1/auth/login/second-step', { body });

/** Signs in with the correct password and returns the ticket for the second step. */
async function ticketOf({ email, password }: User) {
  const { status, body } = await logIn(email, password);
  expect([status, body.error.code]).toEqual([403, 'forbidden']);
  return body.error.details.secondFactor as { ticket: string; methods: string[]; passkeyOptions: object | null };
}

/**
 * Creates a user with an authenticator app. `code` returns the code of the next 30 seconds, because the current one was
 * used to set up the app.
 */
async function withApp() {
  const user = await signUp();
  const { secret, uri } = (await mine('POST', 'totp', user, proofOf(user))).body;
  expect(uri).toContain(secret);
  const codeIn = (ms: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + ms });
  const setUpWith = codeIn(0);
  const { status, body } = await mine('POST', 'totp/confirm', user, { code: setUpWith });
  expect(status).toBe(200);
  return { user, secret, codes: body.recoveryCodes as string[], setUpWith, code: () => codeIn(30_000) };
}

/** Creates a user with a passkey. */
async function withPasskey() {
  const user = await signUp();
  const authenticator = createAuthenticator(websiteOrigin);
  const options = (await mine('POST', 'passkeys/options', user, proofOf(user))).body;
  const { status, body } = await mine('POST', 'passkeys', user, {
    name: 'Laptop',
    response: authenticator.register(options),
  });
  expect(status).toBe(201);
  return { user, authenticator, id: body.passkey.id as string, codes: body.recoveryCodes as string[] };
}

const noticesTo = async ({ email }: User) =>
  (
    await store.prisma.mail.findMany({
      where: { recipient: email, kind: 'account_notice' },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ payload }) => (payload as { change: string }).change);

test('signing in to an account with an authenticator app requires a code in addition to the password', async () => {
  const { user, code } = await withApp();
  const { ticket, methods, passkeyOptions } = await ticketOf(user);
  expect([methods, passkeyOptions]).toEqual([['totp', 'recovery_code'], null]);
  await expectRefusal(send('GET', '/v1/me', { credential: ticket }), 401, 'unauthenticated');
  const { status, body } = await secondStep({ method: 'totp', ticket, code: code() });
  expect([status, body]).toEqual([200, { ...user.account, token: expect.stringMatching(/^ess_/) }]);
  expect((await send('GET', '/v1/me', { credential: body.token })).status).toBe(200);
  await expectRefusal(secondStep({ method: 'totp', ticket, code: code() }), 400, 'invalid_reset_token');
  expect(await noticesTo(user)).toContain('totp_added');
});

test("an authenticator code is accepted only once, and the code that set up the app can't be used again", async () => {
  const { user, code, setUpWith } = await withApp();
  const [first, second] = [await ticketOf(user), await ticketOf(user)];
  await expectRefusal(
    secondStep({ method: 'totp', ticket: first.ticket, code: setUpWith }),
    401,
    'invalid_credentials',
  );
  const sent = code();
  expect((await secondStep({ method: 'totp', ticket: first.ticket, code: sent })).status).toBe(200);
  await expectRefusal(secondStep({ method: 'totp', ticket: second.ticket, code: sent }), 401, 'invalid_credentials');
});

test('if an authenticator code and recovery codes are sent at the same time with one sign-in ticket, only one session is opened', async () => {
  const { user, code, codes } = await withApp();
  const { ticket } = await ticketOf(user);
  const steps = [
    { method: 'totp', code: code() },
    ...codes.slice(0, 3).map((one) => ({ method: 'recovery_code', code: one })),
  ];
  const before = await sessionsOf(user);
  const responses = await Promise.all(steps.map((step) => secondStep({ ...step, ticket })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(user)).toBe(before + 1);
});

test('a recovery code in any letter case and with any separators works once, and the user is notified', async () => {
  const { user, codes } = await withApp();
  const step = async (code = '') =>
    secondStep({ method: 'recovery_code', ticket: (await ticketOf(user)).ticket, code });
  expect((await step(codes[0]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  await expectRefusal(step(codes[0]), 401, 'invalid_credentials');
  expect((await mine('GET', 'factors', user)).body).toEqual({ passkeys: [], totp: true, recoveryCodesLeft: 9 });
  expect(await noticesTo(user)).toContain('recovery_code_used');
});

test('only five of many concurrent wrong codes are checked, and then even a correct code is refused, but a passkey still works', async () => {
  const { user, code } = await withApp();
  const { ticket } = await ticketOf(user);
  const guesses = Array.from({ length: 15 }, (_, index) => String(index).padStart(6, '0')).filter(
    (one) => one !== code(),
  );
  const responses = await Promise.all(guesses.map((guess) => secondStep({ method: 'totp', ticket, code: guess })));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
  await expectRefusal(secondStep({ method: 'totp', ticket, code: code() }), 429, 'rate_limited');
  // A passkey can't be guessed, so wrong codes don't block it. Someone who knows the password can't lock the user out.
  const other = await withPasskey();
  await Promise.all(
    guesses.map(async (guess) =>
      secondStep({ method: 'recovery_code', ticket: (await ticketOf(other.user)).ticket, code: guess }),
    ),
  );
  const { ticket: own, passkeyOptions } = await ticketOf(other.user);
  const response = other.authenticator.sign(passkeyOptions ?? {});
  expect((await secondStep({ method: 'passkey', ticket: own, response })).status).toBe(200);
});

test('a sign-in ticket is valid for five minutes or until a password reset, and the reset keeps the second factor if the email address is proven', async () => {
  const { user, code } = await withApp();
  await store.prisma.organization.updateMany({ data: { verified: true, addressProven: true } });
  const { ticket: old } = await ticketOf(user);
  await store.prisma.session.updateMany({
    where: { pending: true },
    data: { createdAt: new Date(Date.now() - 301_000) },
  });
  await expectRefusal(secondStep({ method: 'totp', ticket: old, code: code() }), 400, 'invalid_reset_token');
  const { ticket } = await ticketOf(user);
  const link = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, user.account.user.id, link.hash);
  const reset = { token: link.secret, password: 'another horse, another battery' };
  expect((await send('POST', '/v1/auth/password-reset/confirm', { body: reset })).status).toBe(200);
  await expectRefusal(secondStep({ method: 'totp', ticket, code: code() }), 400, 'invalid_reset_token');
  // Someone who can read the user's email can reset the password, but still needs the app.
  expect((await ticketOf({ ...user, ...reset })).methods).toEqual(['totp', 'recovery_code']);
  expect(await noticesTo(user)).toContain('password_changed');
});

test('a password reset for an email address that was never proven removes the second factor, which a stranger may have set up', async () => {
  const { user } = await withApp();
  const link = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, user.account.user.id, link.hash);
  const reset = { token: link.secret, password: 'another horse, another battery' };
  expect((await send('POST', '/v1/auth/password-reset/confirm', { body: reset })).status).toBe(200);
  expect((await logIn(user.email, reset.password)).status).toBe(200);
});

test('a passkey signature is valid only for the ticket of its own sign-in', async () => {
  const { user, authenticator, codes } = await withPasskey();
  expect(codes).toHaveLength(10);
  const [first, second] = [await ticketOf(user), await ticketOf(user)];
  expect(first.methods).toEqual(['passkey', 'recovery_code']);
  const response = authenticator.sign(first.passkeyOptions ?? {});
  await expectRefusal(secondStep({ method: 'passkey', ticket: second.ticket, response }), 401, 'invalid_credentials');
  expect((await secondStep({ method: 'passkey', ticket: first.ticket, response })).status).toBe(200);
  await expectRefusal(secondStep({ method: 'passkey', ticket: second.ticket, response }), 401, 'invalid_credentials');
});

test("another account's passkey can't complete a sign-in, and no passkey can be registered twice", async () => {
  const [one, other] = [await withPasskey(), await withPasskey()];
  const { ticket, passkeyOptions } = await ticketOf(one.user);
  const response = other.authenticator.sign(passkeyOptions ?? {});
  await expectRefusal(secondStep({ method: 'passkey', ticket, response }), 401, 'invalid_credentials');
  const options = (await mine('POST', 'passkeys/options', one.user, proofOf(one.user))).body;
  const body = { name: 'Taken', response: other.authenticator.register(options) };
  await expectRefusal(mine('POST', 'passkeys', one.user, body), 409, 'invalid_state');
  expect(await expectIssues(mine('POST', 'passkeys', other.user, body))).toEqual(['response not_verified']);
});

test('a second factor can neither be added nor removed with a session alone, without the password', async () => {
  const { user, id } = await withPasskey();
  const wrong = { currentPassword: 'not the password' };
  const stranger = { ...user, password: wrong.currentPassword };
  for (const [method, path] of [
    ['POST', 'passkeys/options'],
    ['POST', 'totp'],
    ['DELETE', `passkeys/${id}`],
  ] as const) {
    await expectRefusal(mine(method, path, stranger, wrong), 401, 'invalid_credentials');
  }
  const made = createAuthenticator(websiteOrigin).register({ challenge: Buffer.alloc(41).toString('base64url') });
  expect(await expectIssues(mine('POST', 'passkeys', user, { name: 'Mine', response: made }))).toEqual([
    'response not_verified',
  ]);
  expect((await mine('GET', 'factors', user)).body.passkeys).toMatchObject([{ id, name: 'Laptop' }]);
});

test('after its last second factor is removed, an account needs only its password and has no recovery codes', async () => {
  const { user, id } = await withPasskey();
  expect((await mine('DELETE', `passkeys/${id}`, user, proofOf(user))).status).toBe(204);
  expect((await logIn(user.email, user.password)).status).toBe(200);
  expect((await mine('GET', 'factors', user)).body).toEqual({ passkeys: [], totp: false, recoveryCodesLeft: 0 });
  expect(await noticesTo(user)).toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed']));
});

test('neither the secret of an authenticator app nor a recovery code is stored in readable form', async () => {
  const { user, secret, codes } = await withApp();
  const row = await store.prisma.totp.findUniqueOrThrow({ where: { userId: user.account.user.id } });
  expect(Buffer.from(row.secret).toString('latin1')).not.toContain(secret);
  const { rows } = await store.pool.query('SELECT FROM "RecoveryCode" t WHERE t::text LIKE ANY ($1)', [
    codes.map((one) => `%${one}%`),
  ]);
  expect(rows).toEqual([]);
});

function sessionsOf({ account }: User): Promise<number> {
  return store.prisma.session.count({ where: { userId: account.user.id, pending: false } });
}
