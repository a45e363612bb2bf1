import { eraseAccount } from '@evict/store/erasure';
import { discoverOAuthServerInfo } from '@modelcontextprotocol/sdk/client/auth.js';
import { expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { nextAddress } from '../support/api.ts';
import { connecting, type Form, idOf, redirectUri, type Session } from '../support/connecting.ts';
import { buildFacts } from '../support/facts.ts';
import { marylandFacts } from '../support/live.ts';
import { join } from '../support/members.ts';
import { createBrowser, TestApp } from '../support/oauth.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { baseUrl, store, delivery } = service.stack;
const mailbox = delivery?.mailbox;
const { ask, audited, connect, consent, exchange, post, refreshWith, withCode, works } = connecting(service);
const cli = 'eviction-case-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

test("the MCP SDK's OAuth client connects, makes calls, refreshes its token and is disconnected", async () => {
  const account = await service.signUp();
  const { app, id, token, refresh } = await connect(account.session);
  expect(token).toMatch(/^eoa_/);
  expect(app.kept).toMatchObject({ expires_in: 900, scope: 'read write submit', token_type: 'Bearer' });
  expect((await (await connectAgent(baseUrl, token)).call('list_cases')).body).toMatchObject({ items: [] });

  // The app is listed as a connection and not as a key of the organization.
  const { body: listed } = await account.session.send('GET', '/v1/connections');
  expect(listed.items).toMatchObject([
    { id, name: 'Assistant', redirectHost: '127.0.0.1:51234', mode: 'test', confirm: 'required' },
  ]);
  const { body: keys } = await account.session.send('GET', '/v1/api-keys');
  expect(keys.items.map((key: { id: string }) => key.id)).not.toContain(id);
  await expectRefusal(account.session.send('DELETE', `/v1/api-keys/${id}`), 404, 'not_found');

  expect(await app.run(baseUrl)).toBe('AUTHORIZED');
  const next = app.kept?.access_token ?? '';
  expect([next === token, app.kept?.refresh_token === refresh]).toEqual([false, false]);
  const agent = await connectAgent(baseUrl, next);
  expect((await agent.call('list_cases')).isError).toBe(false);

  expect((await account.session.send('DELETE', `/v1/connections/${id}`)).status).toBe(204);
  expect((await account.session.send('DELETE', `/v1/connections/${id}`)).status).toBe(204);
  await expect(connectAgent(baseUrl, next)).rejects.toMatchObject({ code: 401 });
  expect([await works(token), await works(next)]).toEqual([401, 401]);
  expect((await refreshWith(idOf(app), app.kept?.refresh_token ?? '')).body.error).toBe('invalid_grant');
  expect((await account.session.send('GET', '/v1/connections')).body.items).toEqual([]);
  expect(await audited(account.organizationId)).toEqual(['app_connected by user', 'app_disconnected by user']);
  const event = await store.prisma.auditEvent.findFirst({
    where: { action: 'app_connected', detail: { path: ['id'], equals: id } },
  });
  expect(event?.detail).toMatchObject({ redirectHost: '127.0.0.1:51234', mode: 'test', confirm: 'required' });
});

test('the metadata that the MCP SDK discovers is enough to revoke a token and to sign in a device', async () => {
  const { session } = await service.signUp();
  const { app, token } = await connect(session);
  const { authorizationServerMetadata: found = {} } = await discoverOAuthServerInfo(`${baseUrl}/mcp`);
  const at = (endpoint: string) => new URL(Reflect.get(found, endpoint)).pathname;
  const revoked = await post(at('revocation_endpoint'), { client_id: idOf(app), token });
  expect(revoked.status).toBe(200);
  await expect(connectAgent(baseUrl, token)).rejects.toMatchObject({ code: 401 });
  expect((await refreshWith(idOf(app), app.kept?.refresh_token ?? '')).body.error).toBe('invalid_grant');

  const { body: device } = await post(at('device_authorization_endpoint'), { client_id: cli });
  await consent(session, device.user_code);
  const form = { grant_type: deviceGrant, client_id: cli, device_code: device.device_code };
  const { body: tokens } = await post(at('token_endpoint'), form);
  expect((await (await connectAgent(baseUrl, tokens.access_token)).call('list_cases')).isError).toBe(false);
});

test('an app that asks for a client secret connects without one', async () => {
  const app = new TestApp();
  app.authMethod = 'client_secret_basic';
  const { token } = await connect((await service.signUp()).session, {}, 'test', app);
  expect(await works(token)).toBe(200);
  expect(await app.run(baseUrl)).toBe('AUTHORIZED');
  expect(await works(app.kept?.access_token ?? '')).toBe(200);
});

test('an app that was given the MCP URL with a trailing slash connects, and its token works at every URL', async () => {
  const { session } = await service.signUp();
  const app = new TestApp('Assistant', redirectUri, '/mcp/');
  await app.run(baseUrl);
  const asked = new URL(app.authorizeUrl ?? '');
  const browser = createBrowser();
  // The SDK asks for the resource in the metadata. Other clients ask for the URL that they were given.
  asked.searchParams.set('resource', `${baseUrl}/mcp/`);
  const request = (await browser(asked)).location?.searchParams.get('request') ?? '';
  const { location } = await browser((await consent(session, request)).body.continueUrl);
  const code = location?.searchParams.get('code') ?? '';
  const { body: tokens } = await exchange(app, code, { resource: `${baseUrl}/mcp/` });
  for (const path of ['/mcp', '/mcp/'])
    expect((await (await connectAgent(baseUrl, tokens.access_token, path)).call('list_cases')).isError).toBe(false);
  expect(await works(tokens.access_token)).toBe(200);
});

test('a 401 points an app to the metadata, which contains everything it needs', async () => {
  const refused = await fetch(`${baseUrl}/mcp`, { method: 'POST' });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write submit"`,
  ]);
  const read = async (path: string) => (await fetch(`${baseUrl}/.well-known/${path}`)).json();
  const toMcp = (headers: Form) => fetch(`${baseUrl}/mcp`, { method: 'POST', headers });
  const stale = await toMcp({ authorization: `Bearer eoa_${'x'.repeat(43)}` });
  expect([stale.status, stale.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ]);
  const foreign = await toMcp({ origin: 'https://evil.example' });
  expect(await foreign.json()).toMatchObject({ error: { message: 'A browser may call this only from the website.' } });
  const resource = await read('oauth-protected-resource/mcp');
  expect(resource).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] });
  expect(await read('oauth-authorization-server')).toEqual({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    device_authorization_endpoint: `${baseUrl}/oauth/device`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', deviceGrant]),
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['read', 'write', 'submit'],
    service_documentation: `${baseUrl}/docs/guides/agents`,
  });
});

test("pages of other sites can't read the responses that an app needs", async () => {
  const headers = { origin: 'https://app.example', 'x-forwarded-for': nextAddress() };
  const wanted = { ...headers, 'access-control-request-method': 'POST' };
  for (const path of ['/mcp', '/oauth/token', '/oauth/register', '/oauth/device', '/oauth/revoke'])
    for (const request of [
      { method: 'POST', headers },
      { method: 'OPTIONS', headers: wanted },
    ]) {
      const response = await fetch(`${baseUrl}${path}`, request);
      expect([response.ok, response.headers.get('access-control-allow-origin')], path).toEqual([false, null]);
    }
  for (const path of ['oauth-authorization-server', 'oauth-protected-resource/mcp']) {
    const response = await fetch(`${baseUrl}/.well-known/${path}`, { headers });
    expect([response.ok, response.headers.get('access-control-allow-origin')], path).toEqual([true, null]);
  }
  // An app on a person's machine may also send an Origin, and a DPoP proof that this server doesn't support.
  const { app, refresh } = await connect((await service.signUp()).session);
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: idOf(app), refresh_token: refresh });
  const sent = { ...headers, origin: 'vscode-file://vscode-app', dpop: 'e30.e30.e30' };
  const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers: sent, body });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(await response.json()).toMatchObject({ token_type: 'Bearer' });
});

test('a device polls until a member has answered, and can revoke its token', async () => {
  const account = await service.signUp();
  const begin = async () => (await post('/oauth/device', { client_id: cli, scope: 'read write' })).body;
  const device = await begin();
  expect(device).toMatchObject({ verification_uri: `${baseUrl}/device`, expires_in: 600 });
  expect(device.verification_uri_complete).toBe(`${baseUrl}/device?user_code=${device.user_code}`);
  const poll = (device_code: string) => post('/oauth/token', { grant_type: deviceGrant, client_id: cli, device_code });
  expect((await poll(device.device_code)).body.error).toBe('authorization_pending');

  const typed = String(device.user_code).toLowerCase().replace('-', '');
  const { body: shown } = await account.session.send('GET', `/v1/connection-requests?request=${typed}`);
  expect(shown).toMatchObject({ name: 'Eviction Cases command line', redirectHost: null, scopes: ['read', 'write'] });
  const yes = await consent(account.session, typed, { confirm: 'never' });
  expect(yes.body).toEqual({ id: expect.stringMatching(/^key_/), continueUrl: null });
  await expectRefusal(consent(account.session, typed), 404, 'not_found');

  const { body: tokens } = await poll(device.device_code);
  expect(tokens).toMatchObject({ scope: 'read write', expires_in: 900 });
  expect(await works(tokens.access_token)).toBe(200);
  await expectRefusal(service.actingAs(tokens.access_token).send('POST', '/v1/api-keys'), 403, 'forbidden');
  const revoke = (client_id: string) => post('/oauth/revoke', { client_id, token: tokens.refresh_token });
  const { app } = await withCode(account.session);
  await revoke(idOf(app)); // another app can't revoke the token
  expect(await works(tokens.access_token)).toBe(200);
  expect((await revoke(cli)).status).toBe(200);
  expect(await works(tokens.access_token)).toBe(401);

  // The member chooses the mode. Polling again after the consent doesn't end the connection.
  const again = await begin();
  const { body: live } = await consent(account.session, again.user_code, {}, 'live');
  expect(await store.prisma.apiKey.findUnique({ where: { id: live.id } })).toMatchObject({ mode: 'live' });
  const { body: kept } = await poll(again.device_code);
  expect((await poll(again.device_code)).body.error).toBe('invalid_grant');
  expect(await works(kept.access_token)).toBe(200);
  const { app: another } = await withCode(account.session);
  const foreign = await post('/oauth/device', { client_id: idOf(another) });
  expect([foreign.status, foreign.body.error]).toEqual([
    400,
    expect.stringMatching(/^(unauthorized_client|invalid_request)$/),
  ]);

  const unwanted = await begin();
  await account.session.send('POST', '/v1/connection-requests/refuse', { body: { request: unwanted.user_code } });
  expect((await poll(unwanted.device_code)).body.error).toBe('access_denied');
});

test("an app is told if a person refuses its request, and the request can't be answered again", async () => {
  const account = await service.signUp();
  const { browser, request } = await ask(new TestApp());
  const refuse = () => account.session.send('POST', '/v1/connection-requests/refuse', { body: { request } });
  const { body } = await refuse();
  await expectRefusal(refuse(), 404, 'not_found');
  await expectRefusal(consent(account.session, request), 404, 'not_found');
  const { location } = await browser(body.continueUrl);
  expect(location?.origin + (location?.pathname ?? '')).toBe(redirectUri);
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    error: 'access_denied',
    state: 'of the app',
  });
});

test("a confirmation that an app requested stays valid when the app's tokens are refreshed", async () => {
  const account = await service.signUp();
  const { app, token } = await connect(account.session);
  const { attestations, ...facts } = buildFacts();
  const body = { ...facts, attestations: {} };
  const created = await service.actingAs(token).send('POST', '/v1/cases', { body });
  expect(created.body).toMatchObject({ id: expect.any(String) });
  const { id } = created.body;
  const submit = (by: string) => service.actingAs(by).act(id, 'submit');
  const asked = await submit(token);
  expect([asked.status, asked.body.error.code]).toEqual([409, 'confirmation_required']);
  const path = `/v1/confirmations/${asked.body.error.details.id}/confirm`;
  expect((await account.session.send('POST', path, { body: { attestations } })).body).toMatchObject({
    status: 'confirmed',
    askedBy: { name: 'Assistant' },
  });
  await app.run(baseUrl);
  expect((await submit(app.kept?.access_token ?? '')).body.case.state).toBe('notice_review');
});

test("only an owner can connect an app in live mode, and the app can't be allowed to act without a person's confirmation", async () => {
  const account = await service.signUp();
  const { request } = await ask(new TestApp());
  const never = consent(account.session, request, { confirm: 'never' }, 'live');
  await expectRefusal(never, 400, 'invalid_request');
  const { userId } = await store.prisma.session.findFirstOrThrow({
    where: { user: { organizationId: account.organizationId } },
  });
  await store.prisma.user.update({ where: { id: userId }, data: { role: 'member' } });
  await expectRefusal(consent(account.session, request, {}, 'live'), 403, 'forbidden');
  await store.prisma.user.update({ where: { id: userId }, data: { role: 'owner' } });
  const { token } = await connect(account.session, {}, 'live');
  const { id } = await service.actingAs(token).create({ ...marylandFacts(), attestations: {} });
  expect(await store.prisma.case.findUnique({ where: { id } })).toMatchObject({ mode: 'live' });
});

test('an app never gets more scopes than a member granted', async () => {
  const [app, browser] = [new TestApp(), createBrowser()];
  await app.run(baseUrl);
  const asked = new URL(app.authorizeUrl ?? '');
  asked.searchParams.set('scope', 'openid read profile');
  const request = (await browser(asked)).location?.searchParams.get('request') ?? '';
  const account = await service.signUp();
  const { body } = await account.session.send('GET', `/v1/connection-requests?request=${request}`);
  expect(body).toMatchObject({ scopes: ['read'], redirectHost: '127.0.0.1:51234', name: 'Assistant' });
  const { location } = await browser((await consent(account.session, request)).body.continueUrl);
  const { body: tokens } = await exchange(app, location?.searchParams.get('code') ?? '');
  expect([tokens.scope, tokens.id_token]).toEqual(['read', undefined]);
  const wider = await refreshWith(idOf(app), tokens.refresh_token, { scope: 'read write' });
  expect(wider.body.error).toBe('invalid_scope');
});

test("a consent given in one browser can't be used in another", async () => {
  const [victim, attacker] = [await service.signUp(), createBrowser()];
  const { request } = await ask(new TestApp('Attacker'), attacker);
  const { body } = await consent(victim.session, request);
  // The attacker has the cookie but no ticket, and the victim has the ticket but no cookie.
  const later = await attacker(`${baseUrl}/oauth/authorize/${request}`);
  expect(later.location?.searchParams.get('code') ?? null).toBeNull();
  const there = await createBrowser()(body.continueUrl);
  expect([there.location?.pathname, there.location?.searchParams.get('code')]).toEqual(['/authorize/refused', null]);
});

test("only a member's session can consent to an app, and only for the member's own organization", async () => {
  const [account, other] = [await service.signUp(), await service.signUp()];
  const { request } = await ask(new TestApp());
  await expectRefusal(consent(account, request), 403, 'forbidden');
  await expectRefusal(consent(service.actingAs('ess_invented'), request), 401, 'unauthenticated');
  await expectRefusal(consent(account.session, 'no-such-request'), 404, 'not_found');
  const { id, token } = await connect(account.session);
  await expectRefusal(other.session.send('DELETE', `/v1/connections/${id}`), 404, 'not_found');
  await expectRefusal(
    account.session.send('DELETE', `/v1/connections/${id}`, { headers: { 'x-service-mode': 'live' } }),
    404,
    'not_found',
  );
  const { id: caseId } = await other.session.create(buildFacts());
  await expectRefusal(service.actingAs(token).send('GET', `/v1/cases/${caseId}`), 404, 'not_found');
  await expectRefusal(service.actingAs(token).send('GET', '/v1/connections'), 403, 'forbidden');
  // A page of another site can't consent with the browser's session.
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const cookie = `session=${account.session.credential}`;
  const response = await fetch(`${baseUrl}/v1/connections`, {
    method: 'POST',
    headers: { ...foreign, cookie, 'x-website-session': 'customer', 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  expect(response.status).toBe(403);
  const page = await fetch(`${baseUrl}/authorize?request=${request}`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test.each([
  ['is removed', (id: string, owner: Session) => owner.send('DELETE', `/v1/organization/members/${id}`)],
  ['is erased', (id: string) => eraseAccount(store, { userId: id, operator: 'robin', list: '' })],
])('the apps of a member who %s lose access', async (_, end) => {
  const owner = await service.signUp();
  const member = await join(service, owner.session, 'member');
  const { token, app, id } = await connect(member.session);
  expect(await works(token)).toBe(200);
  await end(member.id, owner.session);
  expect(await works(token)).toBe(401);
  expect((await refreshWith(idOf(app), app.kept?.refresh_token ?? '')).body.error).toBe('invalid_grant');
  expect(await store.prisma.apiKey.findUnique({ where: { id } })).toMatchObject({ revokedAt: expect.any(Date) });
  expect((await owner.session.send('GET', '/v1/connections')).body.items).toEqual([]);
});

test('demoting an owner disconnects their live apps for good, but neither their test apps nor their keys', async () => {
  const owner = await service.signUp();
  const member = await join(service, owner.session, 'owner');
  const [inTest, live] = [await connect(member.session), await connect(member.session, {}, 'live')];
  const inLive = { headers: { 'x-service-mode': 'live' } };
  const { body: key } = await member.session.send('POST', '/v1/api-keys', inLive);
  const setRole = (role: string) =>
    owner.session.send('PATCH', `/v1/organization/members/${member.id}`, { body: { role } });
  const states = async () => Promise.all([inTest.token, live.token, key.secret].map(works));
  // Every request checks the role in the database.
  await store.prisma.user.update({ where: { id: member.id }, data: { role: 'member' } });
  expect(await states()).toEqual([200, 401, 200]);
  await store.prisma.user.update({ where: { id: member.id }, data: { role: 'owner' } });
  expect(await states()).toEqual([200, 200, 200]);
  await setRole('member');
  expect(await states()).toEqual([200, 401, 200]);
  expect((await owner.session.send('GET', '/v1/connections', inLive)).body.items).toEqual([]);
  await setRole('owner');
  expect(await states()).toEqual([200, 401, 200]);
  expect((await refreshWith(idOf(live.app), live.refresh)).body.error).toBe('invalid_grant');
  expect((await audited(owner.organizationId)).at(-1)).toBe('app_disconnected by user');
});

test("a new password disconnects the member's apps, and every app is disconnected after 90 days", async () => {
  const owner = await service.signUp();
  const member = await join(service, owner.session, 'owner');
  const [mine, live, old] = [
    await connect(member.session),
    await connect(member.session, {}, 'live'),
    await connect(owner.session),
  ];
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  await store.prisma.apiKey.update({ where: { id: old.id }, data: { createdAt: days(89) } });
  const { body: next } = await refreshWith(idOf(old.app), old.refresh);
  const { expiresAt } = await store.prisma.apiKey.findUniqueOrThrow({ where: { id: old.id } });
  expect(expiresAt?.getTime()).toBeLessThan(Date.now() + 86_400_000);
  await store.prisma.apiKey.update({ where: { id: old.id }, data: { createdAt: days(91), expiresAt: days(1) } });
  expect((await refreshWith(idOf(old.app), next.refresh_token)).body.error).toBe('invalid_grant');
  expect(await works(next.access_token)).toBe(401);

  const others = await connect(owner.session);
  const { body: key } = await member.session.send('POST', '/v1/api-keys');
  const password = { currentPassword: member.password, newPassword: 'another horse battery' };
  expect((await member.session.send('PATCH', '/v1/me', { body: password })).status).toBeLessThan(300);
  expect([await works(mine.token), await works(live.token)]).toEqual([401, 401]);
  expect([await works(others.token), await works(key.secret)]).toEqual([200, 200]);
  expect(await audited(owner.organizationId)).toContain('app_disconnected by user');
});

test('an owner is emailed about a connected app', async () => {
  const { session, organizationId } = await service.signUp();
  await connect(session, {}, 'test', new TestApp('Rent ledger'));
  const { email: recipient } = await store.prisma.user.findFirstOrThrow({ where: { organizationId } });
  const [mail] = (await mailbox?.waitForMails(recipient, 1, /^An app was connected in test mode$/)) ?? [];
  expect(mail?.text).toContain('Rent ledger');
  expect(mail?.text).toContain('Runs: at 127.0.0.1 51234');
  expect(await store.prisma.mail.count({ where: { recipient, kind: 'app_connected' } })).toBe(1);
});
