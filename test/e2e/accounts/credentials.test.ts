import { createHash } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { findApiKey, findSession } from '@evict/store/accounts';
import { expect, test } from 'vitest';
import { serveAccounts } from '../support/account-server.ts';

const { store, send, signUp, createKey } = await serveAccounts();

test('only the hash of a credential is stored', async () => {
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

test('X-Service-Mode is test or live for a session, and nothing to a key, which has its own mode', async () => {
  const { token } = await signUp();
  const { secret } = (await createKey(token)).body;
  const inMode = (credential: string, mode: string) =>
    send('GET', '/v1/api-keys', { credential, headers: { 'x-service-mode': mode } });
  const { status, body } = await inMode(token, 'prod');
  expect([status, body.error.details.issues]).toEqual([400, [expect.objectContaining({ path: 'X-Service-Mode' })]]);
  const keys = (await send('GET', '/v1/api-keys', { credential: secret })).body;
  for (const mode of ['prod', 'live', 'test', '']) {
    expect(await inMode(secret, mode)).toMatchObject({ status: 200, body: keys });
  }
});

test('a key is forbidden where a session is required', async () => {
  const { token } = await signUp();
  const { secret } = (await createKey(token)).body;
  for (const [method, path] of [
    ['GET', '/v1/me'],
    ['POST', '/v1/auth/logout'],
  ] as const) {
    const { status, body } = await send(method, path, { credential: secret });
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  }
});

test('a credential that is missing, malformed or unknown is 401 and says how to send one', async () => {
  const unknown = mintCredential(credentialPrefixes.session).secret;
  const { token } = await signUp();
  const sent = [
    '',
    'Bearer',
    `Basic ${token}`,
    token,
    `Bearer ${token}x`,
    `Bearer ${unknown}`,
    `Bearer ${token} ${token}`,
  ];
  for (const authorization of sent) {
    const { status, body, headers } = await send('GET', '/v1/me', { headers: { authorization } });
    expect([status, body.error.code, headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer']);
  }
});

test('the hot reads find what Prisma finds', async () => {
  const { token, account } = await signUp();
  const { secret } = (await createKey(token)).body;
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  const [keyHash, sessionHash] = [hashOf(secret), hashOf(token)];
  const key = await store.prisma.apiKey.findUniqueOrThrow({
    where: { hash: new Uint8Array(keyHash) },
    select: { id: true, organizationId: true, mode: true },
  });
  expect(await findApiKey(store, keyHash)).toEqual(key);
  const session = await store.prisma.session.findUniqueOrThrow({ where: { hash: new Uint8Array(sessionHash) } });
  expect(await findSession(store, sessionHash)).toEqual({
    id: session.id,
    organizationId: account.organization.id,
    user: { id: account.user.id, role: 'owner' },
  });
});
