import { randomBytes } from 'node:crypto';
import { keepOAuthItem } from '@evict/store/oauth';
import { expect, test } from 'vitest';
import { connecting, type Form, idOf } from '../support/connecting.ts';
import { newVerifier } from '../support/oauth.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { baseUrl, store } = service.stack;
const { audited, connect, exchange, refreshWith, withCode, works } = connecting(service);

test('an authorization code works only once, only for the app that requested it, and only with the same redirect URI and verifier', async () => {
  const account = await service.signUp();
  const { app, code, body, browser } = await withCode(account.session);
  const { app: other } = await withCode(account.session);
  const wrong = [
    exchange(app, code, { code_verifier: newVerifier().verifier }),
    exchange(app, code, { redirect_uri: 'http://127.0.0.1:51234/elsewhere' }),
    exchange(app, code, { client_id: idOf(other) }),
    exchange(app, `${code}x`),
  ];
  for (const one of await Promise.all(wrong)) expect([one.status, one.body.error]).toEqual([400, 'invalid_grant']);
  // A wrong resource doesn't use up the code, and any of our resources is accepted.
  const elsewhere = await exchange(app, code, { resource: 'https://elsewhere.example/mcp' });
  expect(elsewhere.body.error).toBe('invalid_target');
  const { body: tokens } = await exchange(app, code, { resource: `${baseUrl}/v1` });
  expect(await works(tokens.access_token)).toBe(200);
  const refused = await refreshWith(idOf(app), tokens.refresh_token, { resource: 'https://elsewhere.example/mcp' });
  expect(refused.body.error).toBe('invalid_target');
  let { refresh_token: refresh } = tokens;
  for (const resource of ['/mcp', '/mcp/', '/v1', '/v1/'].map((path) => baseUrl + path)) {
    const { body: next } = await refreshWith(idOf(app), refresh, { resource });
    expect(await works(next.access_token), resource).toBe(200);
    refresh = next.refresh_token;
  }
  // The URL with the ticket can't be used again.
  expect((await browser(body.continueUrl)).location?.searchParams.get('code') ?? null).toBe(null);
});

test('if a code is exchanged several times at once, at most one exchange gets tokens, and the connection ends', async () => {
  const account = await service.signUp();
  const { app, code } = await withCode(account.session);
  const all = await Promise.all(Array.from({ length: 8 }, () => exchange(app, code)));
  const won = all.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(1);
  expect(all.filter(({ body }) => body.error === 'invalid_grant').length).toBe(8 - won.length);
  for (const { body } of won) expect(await works(body.access_token)).toBe(401);
  expect(await audited(account.organizationId)).toContain('app_token_replayed by api_key');
});

/** Sets the first use of a connection's refresh tokens to this many seconds ago. */
async function usedAgo(keyId: string, seconds: number) {
  await store.prisma.oAuthItem.updateMany({
    where: { keyId, kind: 'RefreshToken', usedAt: { not: null } },
    data: { usedAt: new Date(Date.now() - seconds * 1000) },
  });
}

/** Checks that all access tokens work, and that the refresh tokens return access tokens that work. */
async function expectAllWork(clientId: string, pairs: readonly Form[]) {
  const refreshed = await Promise.all(pairs.map(({ refresh_token = '' }) => refreshWith(clientId, refresh_token)));
  for (const { access_token = '' } of [...pairs, ...refreshed.map(({ body }) => body)])
    expect(await works(access_token)).toBe(200);
}

test('many concurrent refreshes with the same token all return a working pair of tokens', async () => {
  const account = await service.signUp();
  const { app, refresh } = await connect(account.session);
  const all = await Promise.all(Array.from({ length: 8 }, () => refreshWith(idOf(app), refresh)));
  const pairs = all.map(({ body }) => body);
  expect(new Set(pairs.map(({ refresh_token: next }) => next)).size).toBe(8);
  await expectAllWork(idOf(app), pairs);
  expect(await audited(account.organizationId)).toEqual(['app_connected by user']);
});

test('a refresh token works again within a minute of its first use, even after its successor was used, and invalidates no other tokens', async () => {
  const account = await service.signUp();
  const { app, id, refresh } = await connect(account.session);
  const { body: first } = await refreshWith(idOf(app), refresh);
  const { body: second } = await refreshWith(idOf(app), refresh);
  const { body: next } = await refreshWith(idOf(app), first.refresh_token);
  await usedAgo(id, 30);
  const firstUses = () => store.prisma.oAuthItem.findMany({ where: { keyId: id, usedAt: { not: null } } });
  const before = await firstUses();
  const { body: third } = await refreshWith(idOf(app), refresh);
  expect(await firstUses()).toEqual(before);
  await expectAllWork(idOf(app), [first, second, next, third]);
  expect(await audited(account.organizationId)).toEqual(['app_connected by user']);
});

test('a refresh token that is used again more than a minute after its first use ends the connection', async () => {
  const account = await service.signUp();
  const { app, id, refresh } = await connect(account.session);
  const { body: next } = await refreshWith(idOf(app), refresh);
  const { body: other } = await refreshWith(idOf(app), refresh);
  await usedAgo(id, 61);
  expect((await refreshWith(idOf(app), refresh)).body.error).toBe('invalid_grant');
  for (const pair of [next, other]) {
    expect(await works(pair.access_token)).toBe(401);
    expect((await refreshWith(idOf(app), pair.refresh_token)).body.error).toBe('invalid_grant');
  }
  expect(await audited(account.organizationId)).toContain('app_token_replayed by api_key');
});

test('a refresh can ask for fewer scopes', async () => {
  const { app, refresh } = await connect((await service.signUp()).session);
  const { body: next } = await refreshWith(idOf(app), refresh, { scope: 'read' });
  expect(next).toMatchObject({ scope: 'read' });
  expect(await works(next.access_token)).toBe(200);
  await expectRefusal(service.actingAs(next.access_token).send('POST', '/v1/cases'), 403, 'forbidden');
});

test("a token with more scopes than its connection isn't stored, whoever issued it", async () => {
  const { id, app } = await connect((await service.signUp()).session);
  const { scopes } = await store.prisma.apiKey.findUniqueOrThrow({ where: { id } });
  const token = { kind: 'AccessToken', userCode: null, redirectHost: null, payload: '{}', ticket: null, seconds: 60 };
  const keep = (granted: readonly string[]) => {
    const ofApp = { keyId: id, clientId: idOf(app), clientName: 'Assistant' };
    return keepOAuthItem(store, { ...token, ...ofApp, hash: randomBytes(32), scopes: granted });
  };
  expect(await keep([...scopes, 'everything'])).toBe(false);
  expect(await keep(scopes)).toBe(true);
});
