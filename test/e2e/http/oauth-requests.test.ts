import { appTokenRate, limits } from '@evict/contract';
import { createOAuthClient } from '@evict/store/oauth';
import { expect, test } from 'vitest';
import { nextAddress } from '../support/api.ts';
import { connecting, type Form, idOf, redirectUri } from '../support/connecting.ts';
import { createBrowser, newVerifier, TestApp } from '../support/oauth.ts';
import { sharedService, sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { baseUrl, store } = service.stack;
const { ask, connect, refreshWith } = connecting(service);
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

test('an invalid authorization request is refused before the consent page, and never redirects to an unregistered address', async () => {
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
  const here = `${baseUrl}/authorize/refused`;
  expect(await answerTo({ redirect_uri: 'https://evil.example/callback' })).toEqual([here, 'invalid_redirect_uri']);
  expect(await answerTo({ redirect_uri: 'http://127.0.0.1:51234/callback/../evil' })).toEqual([
    here,
    'invalid_redirect_uri',
  ]);
  expect(await answerTo({ client_id: 'nobody' })).toEqual([here, 'invalid_client']);
  expect(await answerTo({ code_challenge_method: 'plain' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ code_challenge: '' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ response_type: 'token' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ response_type: 'none' })).toEqual([back, 'unsupported_response_type']);
  expect(await answerTo({ response_mode: 'fragment' })).toEqual([back, 'invalid_request']);
  expect(await answerTo({ resource: 'https://elsewhere.example/mcp' })).toEqual([back, 'invalid_target']);
  expect(await answerTo({ scope: 'everything' })).toEqual([back, 'invalid_scope']);
  for (const name of ['redirect_uri', 'client_id', 'scope', 'state', 'code_challenge']) {
    const twice = new URL(app.authorizeUrl ?? '');
    twice.searchParams.append(name, 'https://evil.example/callback');
    const { location } = await createBrowser()(twice);
    expect([back, here], name).toContain(`${location?.origin}${location?.pathname}`);
    expect(location?.search, name).toMatch(/(error|problem)=invalid_request/);
  }
  // Before the person consents, a browser isn't redirected to a host that anyone could own.
  const remote = new TestApp('Assistant', 'https://app.example/callback');
  await remote.run(baseUrl);
  const faults = [
    { response_type: 'token' },
    { response_mode: 'form_post' },
    { code_challenge: '' },
    { scope: 'everything' },
    { prompt: 'none' },
  ];
  for (const changes of faults) {
    const url = new URL(remote.authorizeUrl ?? '');
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
    const { location } = await createBrowser()(url);
    expect(`${location?.origin}${location?.pathname}`).toBe(here);
    expect(location?.searchParams.get('problem')).toMatch(/^(invalid_request|invalid_scope|login_required)$/);
  }
  // The URL to which a browser returns doesn't redirect there either if its request is unknown or unanswered.
  const { browser, request } = await ask(remote);
  const query = new URL(remote.authorizeUrl ?? '').search;
  for (const path of [`/oauth/authorize/unknown${query}`, `/oauth/authorize/${request}${query}`]) {
    const { location } = await createBrowser()(`${baseUrl}${path}`);
    expect([location?.host, location?.pathname]).toEqual([new URL(baseUrl).host, '/authorize/refused']);
  }
  const { session } = await service.signUp();
  const { body } = await session.send('POST', '/v1/connection-requests/refuse', { body: { request } });
  expect((await browser(body.continueUrl)).location?.host).toBe('app.example');
});

test("too many token requests from one IP address get an OAuth error, and another IP address isn't affected", async () => {
  const { app, refresh } = await connect((await service.signUp()).session);
  const from = { 'x-forwarded-for': nextAddress() };
  const client_id = idOf(app);
  const send = async (form: Form, headers = from) => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers, body });
    return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
  };
  // These are sent one after another, because the gateway itself refuses too many at once. An empty one takes the server
  // less time than a guess.
  let admitted = 0;
  let last = await send({ client_id, grant_type: 'refresh_token', refresh_token: 'guessed' });
  for (; last.status === 400; admitted += 1) last = await send({});
  expect(admitted).toBeGreaterThanOrEqual(appTokenRate.burst);
  expect([last.status, last.body.error, Number(last.headers.get('retry-after'))]).toEqual([
    429,
    'temporarily_unavailable',
    1,
  ]);
  const elsewhere = { 'x-forwarded-for': nextAddress() };
  expect((await send({ client_id, grant_type: 'refresh_token', refresh_token: refresh }, elsewhere)).status).toBe(200);
});

test('a server failure is reported to an app as an OAuth error, and to a person on a page', async () => {
  const { app, refresh } = await connect((await service.signUp()).session);
  const renameTo = (from: string, to: string) => store.pool.query(`ALTER TABLE "${from}" RENAME TO "${to}"`);
  await renameTo('OAuthClient', 'Elsewhere');
  try {
    const token = await refreshWith(idOf(app), refresh);
    expect(token).toEqual({ status: 500, body: { error: 'server_error', error_description: expect.any(String) } });
    const { location } = await createBrowser()(app.authorizeUrl ?? '');
    expect([location?.pathname, location?.search]).toEqual(['/authorize/refused', '?problem=server_error']);
  } finally {
    await renameTo('Elsewhere', 'OAuthClient');
  }
  expect((await refreshWith(idOf(app), refresh)).status).toBe(200);
  expect((await refreshWith('\0', refresh)).status).toBe(401);
});

const register = (metadata: unknown, from = nextAddress()) =>
  fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(metadata),
  });

test('a person who exceeds the limit for authorization requests sees a page that says so', async () => {
  const open = createBrowser();
  for (let n = 0; n < limits.authorization.count; n += 1) await open(`${baseUrl}/oauth/authorize`);
  for (const path of ['/oauth/authorize', '/oauth/authorize/some-request']) {
    const { status, location } = await open(`${baseUrl}${path}`);
    expect([status, location?.pathname, location?.searchParams.get('problem')]).toEqual([
      302,
      '/authorize/refused',
      'temporarily_unavailable',
    ]);
  }
});

test('a registration must be small and have valid redirect URIs, and registrations are limited per IP address', async () => {
  const refused = [
    { redirect_uris: [] },
    { redirect_uris: ['http://elsewhere.example/callback'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['data:text/html,x'] },
    { redirect_uris: ['http://localhost.evil.example/callback'] },
    { redirect_uris: ['mailto://someone'] },
    { redirect_uris: Array.from({ length: 11 }, () => redirectUri) },
    { redirect_uris: [`${redirectUri}${'x'.repeat(1000)}`] },
    { redirect_uris: redirectUri },
    { redirect_uris: [[redirectUri]] },
    { redirect_uris: { 0: redirectUri, length: 1 } },
    { client_name: 'An app without addresses' },
    [],
    null,
  ];
  for (const metadata of refused) expect((await register(metadata)).status, JSON.stringify(metadata)).toBe(400);
  expect((await register({ redirect_uris: [redirectUri], client_name: 'x'.repeat(20_000) })).status).toBe(413);
  const odd = await register({
    redirect_uris: [redirectUri],
    client_name: '  A\u0000\u202eB \n C'.repeat(30),
  });
  const { client_name: name } = (await odd.json()) as { client_name: string };
  expect([odd.status, name.length, /[\p{C}]/u.test(name)]).toEqual([201, 100, false]);
  const before = await store.prisma.oAuthClient.count();
  const one = nextAddress();
  const statuses = await Promise.all(
    Array.from({ length: 300 }, () => register({ redirect_uris: [redirectUri] }, one)),
  );
  expect(statuses.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(280);
  expect(await store.prisma.oAuthClient.count()).toBe(before + 20);
});

// What known apps send when they register, and what others might add.
test.each<[name: string, uris: string[], metadata: object]>([
  [
    'Claude',
    ['https://claude.ai/api/mcp/auth_callback'],
    { token_endpoint_auth_method: 'client_secret_post', scope: 'claudeai' },
  ],
  [
    'ChatGPT',
    ['https://chatgpt.com/connector_platform_oauth_redirect'],
    { token_endpoint_auth_method: 'client_secret_basic', scope: 'read write' },
  ],
  [
    'Cursor',
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    { token_endpoint_auth_method: 'none', response_types: ['code'] },
  ],
  [
    'Visual Studio Code',
    [
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
    ],
    {
      grant_types: ['authorization_code', 'refresh_token', deviceGrant],
      client_uri: 'https://code.visualstudio.com',
      application_type: 'native',
    },
  ],
  [
    'MCP CLI Proxy',
    ['http://localhost:3334/oauth/callback'],
    { software_id: 'x', software_version: '1', client_uri: 'no address' },
  ],
  ['App with a scheme', ['com.example.app:/callback'], { token_endpoint_auth_method: null, contacts: ['nobody'] }],
  ['App with key', [redirectUri], { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] }, jwks_uri: 'x' }],
  ['Web app', [redirectUri], { grant_types: ['implicit'], response_types: ['token'], application_type: 'web' }],
  ['Nested keys', [redirectUri], { jwks: JSON.parse('['.repeat(1000) + ']'.repeat(1000)), client_secret: 'x' }],
])('%s is registered as a public client, and unsupported metadata is left out', async (name, uris, metadata) => {
  const response = await register({ client_name: name, redirect_uris: uris, ...metadata });
  const { client_id: id, client_id_issued_at: issuedAt, ...client } = (await response.json()) as Form;
  expect([response.status, typeof id, typeof issuedAt]).toEqual([201, 'string', 'number']);
  expect(client).toEqual({
    client_name: name,
    redirect_uris: uris,
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
    require_auth_time: false,
    response_modes: ['query'],
    response_types: ['code'],
    subject_type: 'public',
    token_endpoint_auth_method: 'none',
  });
});

test('once there are too many registrations, the oldest unused one is removed, but never one in use', async () => {
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

test('behind a TLS proxy, the issuer is the configured address whatever host a request claims, and cookies are scoped to the path of a single authorization request', async () => {
  const deployed = await sharedService();
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
  // The host that a request claims in its headers doesn't matter.
  const forged = { ...from, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const form = new URLSearchParams({ client_id: 'eviction-case-cli' });
  const device = await fetch(`${deployed.stack.baseUrl}/oauth/device`, { method: 'POST', headers: forged, body: form });
  expect(await device.json()).toMatchObject({ verification_uri: 'https://www.example.com/device' });
  const metadata = await fetch(`${deployed.stack.baseUrl}/.well-known/oauth-authorization-server`, { headers: forged });
  expect(await metadata.json()).toMatchObject({
    issuer: 'https://www.example.com',
    token_endpoint: 'https://www.example.com/oauth/token',
  });
});
