import { randomUUID } from 'node:crypto';
import { limits } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createPasswordReset } from '@evict/store/accounts';
import { expect, test } from 'vitest';
import { serveAccounts } from '../support/account-server.ts';
import { expectRefusal } from '../support/refusals.ts';

const { store, send, signUp, logIn } = await serveAccounts();
const newPassword = 'another horse, another battery';

function change(credential: string, body: unknown, headers: Record<string, string> = {}) {
  return send('PATCH', '/v1/me', { credential, body, headers });
}

async function signInAgain({ email, password }: { email: string; password: string }): Promise<string> {
  const { status, body } = await logIn(email, password);
  expect(status).toBe(200);
  return body.token as string;
}

async function isSignedIn(credential: string): Promise<boolean> {
  return (await send('GET', '/v1/me', { credential })).status === 200;
}

test('a user can change their name, and the response is the same as that of GET in either mode', async () => {
  const { token, account } = await signUp();
  const { status, body } = await change(token, { name: 'Größe 🏠' });
  const { mail: _mail, ...shown } = body;
  expect([status, { token, ...shown }]).toEqual([200, { ...account, user: { ...account.user, name: 'Größe 🏠' } }]);
  expect((await send('GET', '/v1/me', { credential: token })).body).toEqual(body);
  expect((await change(token, {}, { 'x-service-mode': 'live' })).body).toEqual(body);
});

test('a new password ends every other session and every reset link, but not the current session', async () => {
  const user = await signUp();
  const other = await signInAgain(user);
  const link = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, user.account.user.id, link.hash);
  const body = { name: 'Sam', currentPassword: user.password, newPassword };
  expect((await change(user.token, body)).body.user.name).toBe('Sam');
  expect([await isSignedIn(user.token), await isSignedIn(other)]).toEqual([true, false]);
  await expectRefusal(logIn(user.email, user.password), 401, 'invalid_credentials');
  expect((await logIn(user.email, newPassword)).status).toBe(200);
  const reset = { token: link.secret, password: 'a third password' };
  await expectRefusal(send('POST', '/v1/auth/password-reset/confirm', { body: reset }), 400, 'invalid_reset_token');
});

test('a request with a wrong current password changes nothing, whatever else it contains', async () => {
  const user = await signUp();
  const other = await signInAgain(user);
  for (const rest of [{ newPassword }, { name: 'Sam' }, { name: 'Sam', newPassword }, {}]) {
    await expectRefusal(change(user.token, { currentPassword: 'wrong', ...rest }), 401, 'invalid_credentials');
  }
  expect((await send('GET', '/v1/me', { credential: other })).body.user.name).toBe('Robin');
  expect((await logIn(user.email, user.password)).status).toBe(200);
});

test('wrong passwords in account changes and at sign-in are counted together and lock both, and a correct one resets the count', async () => {
  const { email, password, token } = await signUp();
  const wrongOnce = async () => {
    await expectRefusal(logIn(email, 'wrong'), 401, 'invalid_credentials');
    await expectRefusal(change(token, { currentPassword: 'wrong' }), 401, 'invalid_credentials');
  };
  await wrongOnce();
  await wrongOnce();
  expect((await change(token, { currentPassword: password })).status).toBe(200);
  await wrongOnce();
  await wrongOnce();
  await expectRefusal(change(token, { currentPassword: 'wrong' }), 401, 'invalid_credentials');
  for (const response of [await change(token, { currentPassword: password }), await logIn(email, password)]) {
    expect([response.status, response.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(890);
  }
  expect((await change(token, { name: 'Still myself' })).status).toBe(200);
});

test('if two sessions change the password at the same time, only one succeeds, and ends the other session', async () => {
  const user = await signUp();
  const sessions = [user.token, await signInAgain(user)];
  const responses = await Promise.all(
    sessions.map((token) => change(token, { currentPassword: user.password, newPassword: `new ${randomUUID()}` })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  const kept = responses[0]?.status === 200;
  expect(await Promise.all(sessions.map(isSignedIn))).toEqual([kept, !kept]);
});

test('a sign-in with the old password during a password change leaves no session behind', async () => {
  const { email, password, token } = await signUp();
  const [changed, ...signIns] = await Promise.all([
    change(token, { currentPassword: password, newPassword }),
    ...[1, 2, 3].map(() => logIn(email, password)),
  ]);
  expect(changed.status).toBe(200);
  for (const { body } of signIns) if (body.token) expect(await isSignedIn(body.token)).toBe(false);
});

test("a user's current password is checked at most ten times in ten minutes, and other users aren't affected", async () => {
  const { token, password } = await signUp();
  for (let proof = 0; proof < limits.passwordProof.count; proof += 1) {
    expect((await change(token, { currentPassword: password })).status).toBe(200);
  }
  await expectRefusal(change(token, { currentPassword: password }), 429, 'rate_limited');
  const neighbour = await signUp();
  expect((await change(neighbour.token, { currentPassword: neighbour.password })).status).toBe(200);
});
