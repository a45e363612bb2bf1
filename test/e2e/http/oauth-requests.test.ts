import { limits } from '@evict/contract';
import { createOAuthClient } from '@evict/store/oauth';
import { expect, test } from 'vitest';
import { nextAddress } from '../support/api.ts';
import { connecting, type Form, idOf, redirectUri } from '../support/connecting.ts';
import { createBrowser, newVerifier, TestApp } from '../support/oauth.ts';
import { startService } from '../support/service.ts';

const service = await startService({ website: true });
const { baseUrl, store } = service.stack;
const { ask, connect } = connecting(service);
const cli = 'eviction-case-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

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
  const here = `${baseUrl}/authorize/refused`;
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
  expect(await answerTo({ response_mode: 'form_post', prompt: 'none', request: 'e30.e30.' })).toEqual([
    `${baseUrl}/authorize`,
    null,
  ]);
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

test('a person whose request waits for a limit sees a page that says so', async () => {
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

test.each([
  [{ token_endpoint_auth_method: 'client_secret_post' }],
  [{ token_endpoint_auth_method: 'client_secret_basic' }],
  [{ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }],
  [{ token_endpoint_auth_method: null }],
  [{}],
  [{ grant_types: [], response_types: ['token'], scope: 'everything', application_type: 'web' }],
  [{ grant_types: ['authorization_code', 'refresh_token', 'implicit'], contacts: ['nobody'], software_statement: 'x' }],
])('a registration with %j is answered with the values that are used, and without a secret', async (metadata) => {
  const response = await register({ redirect_uris: [redirectUri], client_secret: 'x', ...metadata });
  const client = (await response.json()) as Form;
  expect([response.status, client]).toEqual([
    201,
    expect.objectContaining({
      client_id: expect.any(String),
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  ]);
  for (const name of ['client_secret', 'client_secret_expires_at', 'jwks', 'scope', 'contacts', 'software_statement'])
    expect(Object.keys(client)).not.toContain(name);
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
