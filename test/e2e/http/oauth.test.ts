import { limits } from '@evict/contract';
import { eraseAccount } from '@evict/store/erasure';
import { createOAuthClient } from '@evict/store/oauth';
import { expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { nextAddress } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { marylandFacts } from '../support/live.ts';
import { join } from '../support/members.ts';
import { createBrowser, newVerifier, TestApp } from '../support/oauth.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true, website: true });
const { baseUrl, store } = service.stack;
const cli = 'eviction-case-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const redirectUri = 'http://127.0.0.1:51234/callback';

type Session = Pick<Customer, 'send'>;
type Form = Record<string, string>;

/** What a member does on the consent page. */
const consent = (session: Session, request: string, more: object = {}, mode = 'test') =>
  session.send('POST', '/v1/connections', { headers: { 'x-service-mode': mode }, body: { request, ...more } });

/** The app asks in a browser. */
async function ask(app: TestApp, browser = createBrowser()) {
  expect(await app.run(baseUrl)).toBe('REDIRECT');
  const { status, location } = await browser(app.authorizeUrl ?? '');
  expect([status, location?.pathname]).toEqual([303, '/authorize']);
  return { browser, request: location?.searchParams.get('request') ?? '' };
}

/** An app with the code that it gets after the yes. */
async function withCode(session: Session, more: object = {}, mode = 'test') {
  const app = new TestApp();
  const { browser, request } = await ask(app);
  const { status, body } = await consent(session, request, more, mode);
  expect(status).toBe(201);
  const { location } = await browser(body.continueUrl);
  expect(location?.href.startsWith(`${redirectUri}?`)).toBe(true);
  expect(location?.searchParams.get('iss')).toBe(baseUrl);
  expect(location?.searchParams.get('state')).toBe('of the app');
  return { app, code: location?.searchParams.get('code') ?? '', id: body.id as string, body, request, browser };
}

/** A connected app with its tokens. */
async function connect(session: Session, more: object = {}, mode = 'test') {
  const { app, ...rest } = await withCode(session, more, mode);
  expect(await app.run(baseUrl, rest.code)).toBe('AUTHORIZED');
  return { ...rest, app, token: app.kept?.access_token ?? '', refresh: app.kept?.refresh_token ?? '' };
}

/** A request of an app that is sent as it is. */
async function post(path: string, form: Form) {
  const headers = { 'x-forwarded-for': nextAddress() };
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
}

const exchange = (app: TestApp, code: string, more: Form = {}) =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: app.client?.client_id ?? '',
    redirect_uri: redirectUri,
    code_verifier: app.verifier,
    code,
    ...more,
  });

const refreshWith = (clientId: string, refresh_token: string, more: Form = {}) =>
  post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...more });

const idOf = (app: TestApp) => app.client?.client_id ?? '';
const works = async (token: string) => (await service.actingAs(token).send('GET', '/v1/cases')).status;
const audited = async (organizationId: string) =>
  (await store.prisma.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }))
    .filter(({ action }) => action.startsWith('app_'))
    .map(({ action, actorType }) => `${action} by ${actorType}`);

test("the protocol's own client connects, works, refreshes and is disconnected", async () => {
  const account = await service.signUp();
  const { app, id, token, refresh } = await connect(account.session);
  expect(token).toMatch(/^eoa_/);
  expect(app.kept).toMatchObject({ expires_in: 900, scope: 'read write submit', token_type: 'Bearer' });
  expect((await (await connectAgent(baseUrl, token)).call('list_cases')).body).toMatchObject({ items: [] });

  // Connected, and no key of the organization.
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

test('what the metadata says leads an app, and a 401 to it', async () => {
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
  expect(await read('oauth-protected-resource')).toEqual(resource);
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

test('a device asks until a member has answered, and revokes its token', async () => {
  const account = await service.signUp();
  const begin = async () => (await post('/oauth/device', { client_id: cli, scope: 'read write' })).body;
  const device = await begin();
  expect(device).toMatchObject({ verification_uri: `${baseUrl}/device`, expires_in: 600 });
  expect(device.verification_uri_complete).toBe(`${baseUrl}/device?user_code=${device.user_code}`);
  const poll = (device_code: string) => post('/oauth/token', { grant_type: deviceGrant, client_id: cli, device_code });
  expect((await poll(device.device_code)).body.error).toBe('authorization_pending');

  const typed = String(device.user_code).toLowerCase().replace('-', '');
  const { body: shown } = await account.session.send('GET', `/v1/connection-requests?request=${typed}`);
  expect(shown).toMatchObject({ name: 'Eviction Case command line', redirectHost: null, scopes: ['read', 'write'] });
  const yes = await consent(account.session, typed, { confirm: 'never' });
  expect(yes.body).toEqual({ id: expect.stringMatching(/^key_/), continueUrl: null });
  await expectRefusal(consent(account.session, typed), 404, 'not_found');

  const { body: tokens } = await poll(device.device_code);
  expect(tokens).toMatchObject({ scope: 'read write', expires_in: 900 });
  expect(await works(tokens.access_token)).toBe(200);
  await expectRefusal(service.actingAs(tokens.access_token).send('POST', '/v1/api-keys'), 403, 'forbidden');
  const revoke = (client_id: string) => post('/oauth/revoke', { client_id, token: tokens.refresh_token });
  const { app } = await withCode(account.session);
  await revoke(idOf(app)); // of another app: nothing
  expect(await works(tokens.access_token)).toBe(200);
  expect((await revoke(cli)).status).toBe(200);
  expect(await works(tokens.access_token)).toBe(401);

  // A poll that comes again after the yes ends nothing.
  const again = await begin();
  await consent(account.session, again.user_code);
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

test('a no is said to the app, and to nobody else', async () => {
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

test('what an app asks a person for outlives its tokens', async () => {
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

test('live mode is connected by an owner, and always asks a person', async () => {
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
  // A wrong resource uses nothing up, and each of the two is as good as the other.
  const elsewhere = await exchange(app, code, { resource: 'https://elsewhere.example/mcp' });
  expect(elsewhere.body.error).toBe('invalid_target');
  const { body: tokens } = await exchange(app, code, { resource: `${baseUrl}/v1` });
  expect(await works(tokens.access_token)).toBe(200);
  const refused = await refreshWith(idOf(app), tokens.refresh_token, { resource: 'https://elsewhere.example/mcp' });
  expect(refused.body.error).toBe('invalid_target');
  const { body: next } = await refreshWith(idOf(app), tokens.refresh_token, { resource: `${baseUrl}/v1` });
  expect(await works(next.access_token)).toBe(200);
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

test('no app gets more than a member gave it', async () => {
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

test('a request is refused before anybody is asked, and leads nowhere else', async () => {
  const app = new TestApp();
  await app.run(baseUrl);
  const answerTo = async (changes: Form) => {
    const url = new URL(app.authorizeUrl ?? '');
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
    const { location } = await createBrowser()(url);
    const said = new URLSearchParams(`${location?.search}&${location?.hash.slice(1)}`);
    return [`${location?.origin}${location?.pathname}`, said.get('error') ?? said.get('problem')];
  };
  const back = redirectUri;
  const here = `${baseUrl}/authorize`;
  expect(await answerTo({ redirect_uri: 'https://evil.example/callback' })).toEqual([here, 'invalid_redirect_uri']);
  expect(await answerTo({ redirect_uri: 'http://127.0.0.1:51234/callback/../evil' })).toEqual([
    here,
    'invalid_redirect_uri',
  ]);
  expect(await answerTo({ client_id: 'nobody' })).toEqual([here, 'invalid_client']);
  expect(await answerTo({ code_challenge_method: 'plain' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ code_challenge: '' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ response_type: 'token' })).toEqual([back, 'unsupported_response_type']);
  expect(await answerTo({ resource: 'https://elsewhere.example/mcp' })).toEqual([back, 'invalid_target']);
  expect(await answerTo({ scope: 'everything' })).toEqual([back, 'invalid_scope']);
  expect(await answerTo({ state: 'x'.repeat(1025) })).toEqual([here, 'invalid_request']);
  const twice = new URL(app.authorizeUrl ?? '');
  for (const _ of [1, 2, 3]) twice.searchParams.append('resource', `${baseUrl}/v1`);
  expect((await createBrowser()(twice)).location?.searchParams.get('problem')).toBe('invalid_target');
  // Of a host that anybody can have nobody's browser sees anything before a yes.
  const remote = new TestApp('Assistant', 'https://app.example/callback');
  await remote.run(baseUrl);
  for (const changes of [{ response_type: 'token' }, { code_challenge: '' }, { scope: 'everything' }]) {
    const url = new URL(remote.authorizeUrl ?? '');
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
    const { location } = await createBrowser()(url);
    expect(`${location?.origin}${location?.pathname}`).toBe(here);
    expect(location?.searchParams.get('problem')).toMatch(
      /^(unsupported_response_type|invalid_request|invalid_scope)$/,
    );
  }
  const { browser, request } = await ask(remote);
  const { session } = await service.signUp();
  const { body } = await session.send('POST', '/v1/connection-requests/refuse', { body: { request } });
  expect((await browser(body.continueUrl)).location?.host).toBe('app.example');
  expect(await answerTo({ response_mode: 'form_post', prompt: 'none', request: 'e30.e30.' })).toEqual([here, null]);
});

test('a yes of one browser is of no use in another', async () => {
  const [victim, attacker] = [await service.signUp(), createBrowser()];
  const { request } = await ask(new TestApp('Attacker'), attacker);
  const { body } = await consent(victim.session, request);
  // The attacker has the cookie and no ticket; the victim the ticket and no cookie.
  const later = await attacker(`${baseUrl}/oauth/authorize/${request}`);
  expect(later.location?.searchParams.get('code') ?? null).toBeNull();
  const there = await createBrowser()(body.continueUrl);
  expect([there.location?.pathname, there.location?.searchParams.get('code')]).toEqual(['/authorize', null]);
});

test('only the session of a member says yes, for their organization', async () => {
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
  // Of the website a page of another site sends nothing.
  const response = await fetch(`${baseUrl}/app/api/v1/connections`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  expect(response.status).toBe(403);
  const page = await fetch(`${baseUrl}/authorize?request=${request}`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test.each([
  ['is removed', (id: string, owner: Session) => owner.send('DELETE', `/v1/organization/members/${id}`)],
  ['is erased', (id: string) => eraseAccount(store, { userId: id, operator: 'robin', list: '' })],
])('a member who %s takes their apps along', async (_, end) => {
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

test('an app of a member ends with a new password, a live one with their role, and each after 90 days', async () => {
  const owner = await service.signUp();
  const member = await join(service, owner.session, 'owner');
  const [mine, live, old] = [
    await connect(member.session),
    await connect(member.session, {}, 'live'),
    await connect(owner.session),
  ];
  await store.prisma.user.update({ where: { id: member.id }, data: { role: 'member' } });
  expect([await works(mine.token), await works(live.token)]).toEqual([200, 401]);
  expect((await refreshWith(idOf(live.app), live.refresh)).body.error).toBe('invalid_grant');
  await store.prisma.user.update({ where: { id: member.id }, data: { role: 'owner' } });
  expect(await works(live.token)).toBe(200);

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

test('owners are told which app was connected, and where', async () => {
  const { session, organizationId } = await service.signUp();
  const { id } = await connect(session);
  const { email } = await store.prisma.user.findFirstOrThrow({ where: { organizationId } });
  const mails = await store.prisma.mail.findMany({ where: { recipient: email, kind: 'app_connected' } });
  expect(mails.map(({ payload }) => payload)).toEqual([{ keyId: id }]);
});

test('the refusals of limits are errors of the protocol, and nobody waits for others behind their address', async () => {
  const from = { 'x-forwarded-for': nextAddress() };
  const send = async (form: Form, path = '/oauth/token') => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: from,
      body: new URLSearchParams(form),
    });
    return {
      status: response.status,
      body: JSON.parse(await response.text()),
      wait: response.headers.get('retry-after'),
    };
  };
  const poll = (code: string) => send({ grant_type: deviceGrant, client_id: cli, device_code: code });
  const [mine, other] = [
    await send({ client_id: cli }, '/oauth/device'),
    await send({ client_id: cli }, '/oauth/device'),
  ];
  const { app, refresh } = await connect((await service.signUp()).session);
  const polls = [];
  for (let n = 0; n <= limits.devicePoll.count; n += 1) polls.push(await poll(mine.body.device_code));
  expect(polls.map(({ body }) => body.error)).toEqual([
    ...Array.from({ length: limits.devicePoll.count }, () => 'authorization_pending'),
    'slow_down',
  ]);
  expect(polls.at(-1)).toMatchObject({ status: 400, wait: expect.stringMatching(/^[1-9]/) });

  const guesses = await Promise.all(Array.from({ length: limits.accessToken.count + 1 }, () => poll('guessed')));
  const refused = guesses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, wait } of refused)
    expect([body.error, Number(wait) > 0]).toEqual(['temporarily_unavailable', true]);
  expect((await poll(other.body.device_code)).body.error).toBe('authorization_pending');
  const form = { grant_type: 'refresh_token', client_id: idOf(app), refresh_token: refresh };
  expect((await send(form)).status).toBe(200);
});

const register = (metadata: unknown, from = nextAddress()) =>
  fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(metadata),
  });

test('registrations are small, few from one address, and public clients', async () => {
  const refused = [
    { redirect_uris: [] },
    { redirect_uris: ['http://elsewhere.example/callback'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['data:text/html,x'] },
    { redirect_uris: ['http://localhost.evil.example/callback'] },
    { redirect_uris: ['mailto://someone'] },
    { redirect_uris: [redirectUri], grant_types: [deviceGrant] },
    { redirect_uris: Array.from({ length: 11 }, () => redirectUri) },
    { redirect_uris: [`${redirectUri}${'x'.repeat(1000)}`] },
    { redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_basic' },
    { redirect_uris: [redirectUri], grant_types: ['implicit'] },
    [],
  ];
  for (const metadata of refused) expect((await register(metadata)).status, JSON.stringify(metadata)).toBe(400);
  expect((await register({ redirect_uris: [redirectUri], client_name: 'x'.repeat(20_000) })).status).toBe(413);
  const odd = await register({
    redirect_uris: [redirectUri],
    client_name: '  A\u0000\u202eB \n C'.repeat(30),
    jwks_uri: 'https://evil.example/jwks',
    sector_identifier_uri: 'https://evil.example/sector',
    logo_uri: 'https://evil.example/logo.png',
  });
  const { client_name: name, ...client } = (await odd.json()) as { client_name: string };
  expect([odd.status, name.length, /[\p{C}]/u.test(name)]).toEqual([201, 100, false]);
  expect(Object.keys(client)).not.toContain('jwks_uri');
  for (const address of ['cursor://anysphere.cursor-mcp/callback', 'com.example.app:/callback', 'https://app.example/'])
    expect((await register({ redirect_uris: [address] })).status, address).toBe(201);
  const before = await store.prisma.oAuthClient.count();
  const one = nextAddress();
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, () => register({ redirect_uris: [redirectUri] }, one)),
  );
  expect(statuses.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(980);
  expect(await store.prisma.oAuthClient.count()).toBe(before + 20);
});

test('registrations without end displace the oldest unused one, and none that is used', async () => {
  const { app } = await connect((await service.signUp()).session);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const registered = [
    { id: 'one', createdAt: ago(2) },
    { id: 'two', createdAt: ago(1) },
  ];
  await store.prisma.oAuthClient.deleteMany({ where: { usedAt: null } });
  await store.prisma.oAuthClient.createMany({ data: registered.map((one) => ({ ...one, metadata: '{}' })) });
  await createOAuthClient(store, 'three', '{}', 2);
  const left = await store.prisma.oAuthClient.findMany({ where: { usedAt: null }, orderBy: { createdAt: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['two', 'three']);
  expect(await store.prisma.oAuthClient.count({ where: { id: idOf(app) } })).toBe(1);
});

test('behind TLS the address is that of the deployment, and the one cookie is for its own path', async () => {
  const deployed = await startService();
  const from = { 'x-forwarded-for': nextAddress() };
  const json = { ...from, 'content-type': 'application/json' };
  const body = JSON.stringify({ redirect_uris: [redirectUri] });
  const registered = await fetch(`${deployed.stack.baseUrl}/oauth/register`, { method: 'POST', headers: json, body });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: newVerifier().challenge,
    code_challenge_method: 'S256',
  });
  const url = `${deployed.stack.baseUrl}/oauth/authorize?${query.toString()}`;
  const asked = await fetch(url, { redirect: 'manual', headers: from });
  const request = /^\/authorize\?request=([\w-]+)$/.exec(asked.headers.get('location') ?? '')?.[1];
  const cookies = asked.headers.getSetCookie();
  expect(cookies.map((one) => one.split('=')[0])).toEqual(['oauth_resume', 'oauth_resume.sig']);
  for (const cookie of cookies) {
    expect(cookie).toContain(`path=/oauth/authorize/${request};`);
    for (const flag of ['secure', 'httponly', 'samesite=lax']) expect(cookie.toLowerCase()).toContain(`; ${flag}`);
  }
  const metadata = await fetch(`${deployed.stack.baseUrl}/.well-known/oauth-authorization-server`, { headers: from });
  expect(await metadata.json()).toMatchObject({
    issuer: 'https://www.example.com',
    token_endpoint: 'https://www.example.com/oauth/token',
  });
});
