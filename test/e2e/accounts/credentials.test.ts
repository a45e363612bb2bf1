import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { expect, test } from 'vitest';
import { serveAccounts } from '../support/account-server.ts';
import { addAttorney, signInAttorney } from '../support/attorneys.ts';

const { store, send, signUp, createKey } = await serveAccounts();

test('a key stops working as soon as it is revoked', async () => {
  const { token } = await signUp();
  const { status, body: key } = await createKey(token);
  expect(status).toBe(201);
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    mode: 'test',
    secret: expect.stringMatching(/^eak_test_[0-9A-Za-z]{49}$/),
  });
  expect((await send('GET', '/v1/api-keys', { credential: key.secret })).status).toBe(200);
  for (let i = 0; i < 2; i += 1) {
    expect((await send('DELETE', `/v1/api-keys/${key.id}`, { credential: token })).status).toBe(204);
  }
  expect((await send('GET', '/v1/api-keys', { credential: key.secret })).status).toBe(401);
});

test("the list of keys starts with the newest, includes revoked keys, and contains only keys of the caller's own mode", async () => {
  const { token, account } = await signUp();
  const createdBy = { id: account.user.id, name: account.user.name };
  const scopes = ['read', 'write', 'submit'];
  const unrestricted = { name: null, scopes, expiresAt: null, createdBy, lastUsedAt: null, confirm: null };
  const first = (await createKey(token)).body;
  const second = (await createKey(token)).body;
  const inLive = (await createKey(token, 'live')).body;
  await send('DELETE', `/v1/api-keys/${first.id}`, { credential: token });
  const { body } = await send('GET', '/v1/api-keys', { credential: second.secret });
  const createdAt = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(body).toEqual({
    items: [
      { id: second.id, mode: 'test', createdAt, lastFour: second.secret.slice(-4), revokedAt: null, ...unrestricted },
      {
        id: first.id,
        mode: 'test',
        createdAt,
        lastFour: first.secret.slice(-4),
        revokedAt: createdAt,
        ...unrestricted,
      },
    ],
  });
  const listed = await send('GET', '/v1/api-keys', { credential: inLive.secret });
  expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual([inLive.id]);
});

test('revoking a key of another organization or mode, or one with a malformed id, gets 404', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  const { id } = (await createKey(theirs.token)).body;
  const inLive = (await createKey(mine.token, 'live')).body;
  for (const unknown of [id, inLive.id, 'key_00000000-0000-4000-8000-000000000000', 'key_1', '%00', '..%2f..']) {
    const { status, body } = await send('DELETE', `/v1/api-keys/${unknown}`, { credential: mine.token });
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  }
});

test('only 10 of 20 keys requested at the same time are created, and revoking one makes room for another', async () => {
  const { token } = await signUp();
  const responses = await Promise.all(Array.from({ length: 20 }, () => createKey(token)));
  const made = responses.filter(({ status }) => status === 201);
  const refused = responses.filter(({ status, body }) => status === 409 && body.error.code === 'key_limit');
  expect([made.length, refused.length]).toEqual([10, 10]);
  expect((await createKey(token, 'live')).status).toBe(201);
  await send('DELETE', `/v1/api-keys/${made[0]?.body.id}`, { credential: token });
  expect((await createKey(token)).status).toBe(201);
  expect((await createKey(token)).status).toBe(409);
});

test('a test key can create only test keys, even if the request asks for live mode', async () => {
  const { token } = await signUp();
  const { secret } = (await createKey(token)).body;
  expect((await createKey(secret, 'live')).body.mode).toBe('test');
});

test('live requests get 403 live_unavailable while live mode is off', async () => {
  const { token } = await signUp();
  const { secret } = (await createKey(token, 'live')).body;
  const inLive = { 'x-service-mode': 'live' };
  for (const [method, path, credential, headers] of [
    ['POST', '/v1/api-keys', token, inLive],
    ['GET', '/v1/me', token, inLive],
    ['GET', '/v1/api-keys', secret, {}],
  ] as const) {
    const { status, body } = await send(method, path, { credential, headers, liveMode: false });
    expect([status, body.error.code]).toEqual([403, 'live_unavailable']);
  }
});

test("an attorney's session can be ended while live mode is off", async () => {
  const credential = await signInAttorney({ stack: { store }, send }, await addAttorney(store));
  expect((await send('POST', '/v1/auth/logout', { credential, liveMode: false })).status).toBe(204);
  expect((await send('POST', '/v1/auth/logout', { credential })).status).toBe(401);
});

test('sessions, keys and passwords are stored only as hashes, except for the last four characters of a key', async () => {
  const { token, password } = await signUp();
  const { secret } = (await createKey(token)).body;
  const tables = ['Session', 'ApiKey', 'User', 'RateLimit'].map(
    (table) => `SELECT "${table}"::text AS kept FROM "${table}"`,
  );
  const { rows } = await store.pool.query(tables.join(' UNION ALL '));
  const kept = rows.map((row) => row.kept).join('\n');
  for (const hidden of [token, secret, password]) expect(kept).not.toContain(hidden);
  expect(kept).toContain(secret.slice(-4));
});

test("X-Service-Mode accepts only test and live, in upper or lower case, and doesn't change a key's mode", async () => {
  const { token } = await signUp();
  const { secret } = (await createKey(token)).body;
  const inMode = (credential: string, mode: string) =>
    send('GET', '/v1/api-keys', { credential, headers: { 'x-service-mode': mode } });
  for (const [credential, mode] of [token, secret].flatMap((one) => ['prod', ''].map((bad) => [one, bad] as const))) {
    const { status, body } = await inMode(credential, mode);
    expect([status, body.error.details.issues]).toEqual([400, [expect.objectContaining({ path: 'X-Service-Mode' })]]);
  }
  expect((await createKey(token, 'LIVE')).body.mode).toBe('live');
  // The last use of a key is recorded after its response, at most once a minute.
  const read = async () => (await send('GET', '/v1/api-keys', { credential: secret })).body;
  await expect.poll(async () => (await read()).items[0].lastUsedAt, { timeout: 60_000 }).not.toBe(null);
  const keys = await read();
  for (const mode of ['LIVE', 'live', 'test']) {
    expect(await inMode(secret, mode)).toMatchObject({ status: 200, body: keys });
  }
});

test('a missing, malformed or unknown credential gets 401, and the response says how to send one', async () => {
  const unknown = mintCredential(credentialPrefixes.session).secret;
  const { token } = await signUp();
  const bearers = [`${token}x`, unknown, `${token} ${token}`].map((given) => `Bearer ${given}`);
  for (const authorization of ['', 'Bearer', `Basic ${token}`, token, ...bearers]) {
    const { status, body, headers } = await send('GET', '/v1/me', { headers: { authorization } });
    expect([status, body.error.code, headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer']);
  }
});
