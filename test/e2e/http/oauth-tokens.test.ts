import { expect, test } from 'vitest';
import { connecting, idOf } from '../support/connecting.ts';
import { newVerifier } from '../support/oauth.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ website: true });
const { baseUrl, store } = service.stack;
const { audited, connect, exchange, refreshWith, withCode, works } = connecting(service);

test('a code is good once, for the app that asked, at its address and with its verifier', async () => {
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
  // A wrong resource uses nothing up, and each of ours is as good as the others.
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
  // The address with the ticket opens nothing again.
  expect((await browser(body.continueUrl)).location?.searchParams.get('code') ?? null).toBe(null);
});

test('of many exchanges of one code one gets tokens, and the connection ends', async () => {
  const account = await service.signUp();
  const { app, code } = await withCode(account.session);
  const all = await Promise.all(Array.from({ length: 8 }, () => exchange(app, code)));
  const won = all.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(1);
  expect(all.filter(({ body }) => body.error === 'invalid_grant').length).toBe(8 - won.length);
  for (const { body } of won) expect(await works(body.access_token)).toBe(401);
  expect(await audited(account.organizationId)).toContain('app_token_replayed by api_key');
});

test('a refresh whose answer was lost is repeated once, and what it yielded first is dead', async () => {
  const account = await service.signUp();
  const { app, refresh } = await connect(account.session);
  const { body: lost } = await refreshWith(idOf(app), refresh);
  const { body: next } = await refreshWith(idOf(app), refresh);
  expect([await works(lost.access_token), await works(next.access_token)]).toEqual([401, 200]);
  const { body: later } = await refreshWith(idOf(app), next.refresh_token);
  expect(await works(later.access_token)).toBe(200);
  // Whoever comes with the dead one is a second hand.
  expect((await refreshWith(idOf(app), lost.refresh_token)).body.error).toBe('invalid_grant');
  expect(await works(later.access_token)).toBe(401);
  expect(await audited(account.organizationId)).toContain('app_token_replayed by api_key');
});

test('a refresh is repeated neither twice nor after a minute', async () => {
  const { session } = await service.signUp();
  const twice = await connect(session);
  for (const _ of [1, 2]) expect((await refreshWith(idOf(twice.app), twice.refresh)).status).toBe(200);
  expect((await refreshWith(idOf(twice.app), twice.refresh)).body.error).toBe('invalid_grant');
  const late = await connect(session);
  const { body: next } = await refreshWith(idOf(late.app), late.refresh);
  await store.prisma.oAuthItem.updateMany({
    where: { keyId: late.id, kind: 'RefreshToken', usedAt: { not: null } },
    data: { usedAt: new Date(Date.now() - 61_000) },
  });
  expect((await refreshWith(idOf(late.app), late.refresh)).body.error).toBe('invalid_grant');
  expect(await works(next.access_token)).toBe(401);
});

test('a refresh token that comes again after its successor ends the connection', async () => {
  const account = await service.signUp();
  const { app, refresh } = await connect(account.session);
  const { body: next } = await refreshWith(idOf(app), refresh, { scope: 'read' });
  expect(next).toMatchObject({ scope: 'read' });
  expect(await works(next.access_token)).toBe(200);
  await expectRefusal(service.actingAs(next.access_token).send('POST', '/v1/cases'), 403, 'forbidden');
  const { body: last } = await refreshWith(idOf(app), next.refresh_token);
  expect((await refreshWith(idOf(app), refresh)).body.error).toBe('invalid_grant');
  expect(await works(last.access_token)).toBe(401);
  expect((await refreshWith(idOf(app), last.refresh_token)).body.error).toBe('invalid_grant');
  expect(await audited(account.organizationId)).toContain('app_token_replayed by api_key');
});

test('of many refreshes with one token two get another at most, and the connection ends', async () => {
  const { app, refresh } = await connect((await service.signUp()).session);
  const all = await Promise.all(Array.from({ length: 8 }, () => refreshWith(idOf(app), refresh)));
  const won = all.filter(({ status }) => status === 200);
  expect(won.length).toBeLessThanOrEqual(2);
  for (const { body } of won) expect(await works(body.access_token)).toBe(401);
});
