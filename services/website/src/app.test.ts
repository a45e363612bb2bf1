import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ofPage, origin, startTestWebsite } from './testing.ts';

const token = 'ess_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const ofAttorney = 'ess_of-the-attorney';
const account = { user: { id: 'usr_1' }, organization: { id: 'org_1' }, modes: { test: true, live: false } };

const website = await startTestWebsite((req, res) => {
  const json = (status: number, body: unknown, headers = {}) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const refused = (status: number, code: string) => json(status, { error: { code, message: code, details: null } });
  req.resume();
  if (req.url === '/v1/auth/login' || req.url === '/v1/auth/signup') return json(201, { token, ...account });
  if (req.url === '/v1/auth/logout') return void res.writeHead(204).end();
  if (req.url === '/v1/me' && req.method === 'PATCH') return refused(401, 'invalid_credentials');
  if (req.url === '/v1/me') return refused(401, 'unauthenticated');
  if (req.url === '/v1/auth/attorney/login') return json(200, { token: ofAttorney, user: { id: 'usr_2' } });
  return json(200, { items: [] }, { 'set-cookie': 'a=b', server: 'x', 'retry-after': '7', 'x-internal': 'y' });
});
afterAll(() => website.stop());
beforeEach(() => void website.seen.splice(0));

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await fetch(`${website.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** The `Cookie` header of a browser that got these. */
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
const signIn = async (cookie = '') =>
  ask('POST', '/app/api/v1/auth/login', { ...ofPage, ...(cookie && { cookie }) }, '{}');

describe('credentials', () => {
  test('the token of a sign-in goes into a sealed cookie that no script can read, and never to the page', async () => {
    const { status, body, headers, text } = await signIn();
    expect([status, body]).toEqual([201, account]);
    expect(text).not.toContain('ess_');
    const [cookie = '', ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^__Host-session=[\w-]{80,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain('ess_');
  });

  test('the cookie becomes the credential of the operations that take one, and of no others', async () => {
    const cookie = cookieOf((await signIn()).headers);
    website.seen.splice(0);
    for (const path of ['/v1/cases', '/v1/health', '/v1/attorney/queue']) {
      await ask('GET', `/app/api${path}`, { ...ofPage, cookie });
    }
    expect(website.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/cases', `Bearer ${token}`],
      ['/v1/health', undefined],
    ]);
  });

  test('a forged, changed or foreign cookie is no credential, and is taken away', async () => {
    const cookie = cookieOf((await signIn()).headers);
    // Not the last one: some of its bits belong to no byte.
    const changed = cookie.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A'));
    const attorneys = cookie.replace('session', 'attorney');
    for (const [path, sent] of [
      ['/v1/cases', changed],
      ['/v1/cases', cookie.slice(0, 30)],
      ['/v1/cases', '__Host-session='],
      ['/v1/cases', `session=${cookie.split('=')[1]}`],
      ['/v1/attorney/queue', attorneys],
    ] as const) {
      const { status, body, headers } = await ask('GET', `/app/api${path}`, { ...ofPage, cookie: sent });
      expect([status, body.error.code], sent).toEqual([401, 'unauthenticated']);
      expect(headers.getSetCookie()[0]).toMatch(/^__Host-\w+=; Max-Age=0; /);
    }
  });

  test('a second sign-in ends the session before, and a sign-out ends the session and the cookie', async () => {
    const cookie = cookieOf((await signIn()).headers);
    const again = await signIn(cookie);
    expect(cookieOf(again.headers)).not.toBe(cookie);
    expect(website.seen.map(({ url }) => url)).toEqual(['/v1/auth/login', '/v1/auth/login', '/v1/auth/logout']);
    const out = await ask('POST', '/app/api/v1/auth/logout', { ...ofPage, cookie });
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([
      204,
      expect.stringMatching(/^__Host-session=; Max-Age=0/),
    ]);
    expect(out.headers.get('clear-site-data')).toBe('"storage"');
    expect(website.seen.at(-1)).toMatchObject({
      url: '/v1/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    const attorney = await ask('POST', '/app/attorney/sign-out', ofPage);
    expect([attorney.status, attorney.headers.get('clear-site-data')]).toEqual([401, '"storage"']);
  });

  test('a session that the service refuses ends; a wrong password does not end one', async () => {
    const cookie = cookieOf((await signIn()).headers);
    const wrong = await ask('PATCH', '/app/api/v1/me', { ...ofPage, cookie });
    expect([wrong.body.error.code, wrong.headers.getSetCookie()]).toEqual(['invalid_credentials', []]);
    const ended = await ask('GET', '/app/api/v1/me', { ...ofPage, cookie });
    expect([ended.body.error.code, ended.headers.getSetCookie()]).toEqual([
      'unauthenticated',
      [expect.stringMatching(/^__Host-session=; Max-Age=0/)],
    ]);
  });

  test('an attorney signs in beside a customer, and each signs out alone', async () => {
    const customer = cookieOf((await signIn()).headers);
    const { status, body, headers } = await ask('POST', '/app/api/v1/auth/attorney/login', ofPage, '{}');
    expect([status, body]).toEqual([200, { user: { id: 'usr_2' } }]);
    const attorney = cookieOf(headers);
    expect(attorney).toMatch(/^__Host-attorney=/);
    const cookie = `${customer}; ${attorney}`;
    const session = async (sent: string) => (await ask('GET', '/app/session', { ...ofPage, cookie: sent })).body;
    expect(await session(cookie)).toEqual({ customer: true, attorney: true });
    website.seen.splice(0);
    await ask('GET', '/app/api/v1/attorney/queue', { ...ofPage, cookie });
    await ask('GET', '/app/api/v1/cases', { ...ofPage, cookie });
    const out = await ask('POST', '/app/attorney/sign-out', { ...ofPage, cookie });
    expect([out.status, out.headers.getSetCookie()]).toEqual([
      204,
      [expect.stringMatching(/^__Host-attorney=; Max-Age=0/)],
    ]);
    expect(website.seen.map(({ url, headers: sent }) => [url, sent.authorization])).toEqual([
      ['/v1/attorney/queue', `Bearer ${ofAttorney}`],
      ['/v1/cases', `Bearer ${token}`],
      ['/v1/auth/logout', `Bearer ${ofAttorney}`],
    ]);
    // Without a session there is none to end.
    expect((await ask('POST', '/app/attorney/sign-out', { ...ofPage, cookie: customer })).status).toBe(401);
  });

  test('no token can be put into the cookie of an attorney', async () => {
    const given = JSON.stringify({ token: 'eut_right' });
    expect((await ask('POST', '/app/attorney/sign-in', ofPage, given)).status).toBe(404);
  });
});

describe('requests', () => {
  test.each([
    ['a page of the website', ofPage, 200],
    ['a page, in a browser that sends no Sec-Fetch-Site', { origin }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling of the site', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' }, 403],
    ['another origin, without Sec-Fetch-Site', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['nobody knows where', {}, 403],
  ])('that change something are taken from %s or not', async (_from, headers, expected) => {
    const { status } = await ask('POST', '/app/api/v1/public/leads', headers);
    expect([status, website.seen.length]).toEqual([expected, expected === 200 ? 1 : 0]);
  });

  test('that only read are refused to pages of other sites too', async () => {
    expect((await ask('GET', '/app/session', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask('GET', '/app/session')).status).toBe(200);
  });

  test('pass named headers alone, in both directions', async () => {
    const { headers } = await ask('POST', '/app/api/v1/public/leads', {
      ...ofPage,
      authorization: 'Bearer eak_test_stolen',
      'content-type': 'application/json',
      cookie: 'a=b',
      'idempotency-key': 'k',
      'x-forwarded-for': '198.51.100.66, 203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-service-mode': 'live',
    });
    const sent = website.seen[0]?.headers ?? {};
    const passed =
      'accept connection content-length content-type host idempotency-key user-agent x-forwarded-for x-request-id x-service-mode';
    expect(Object.keys(sent).sort()).toEqual(passed.split(' '));
    expect(sent['x-forwarded-for']).toBe('203.0.113.9');
    expect([headers.get('retry-after'), headers.get('set-cookie'), headers.get('x-internal')]).toEqual([
      '7',
      null,
      null,
    ]);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['GET', '/app/api/v1/nothing'],
    ['DELETE', '/app/api/v1/cases'],
    ['GET', '/app/api/v1/cases/../auth/login'],
    ['GET', '/app/api/docs'],
    ['GET', '/app/nothing'],
    ['POST', '/cases'],
    ['GET', '/assets/nothing.js'],
  ])('%s %s is nothing, and reaches no gateway', async (method, path) => {
    const { status, body } = await ask(method, path, { ...ofPage, accept: 'application/json' });
    expect([status, body.error.code, website.seen]).toEqual([404, 'not_found', []]);
  });
});

test.each([
  '/app/api/v1/cases/%2e%2e',
  '/app/api/v1/cases/..%2f..%2fattorney%2fqueue',
  '/app/api/v1/cases/%2e%2e/submit',
  '/app/api/v1/cases/case_1%2fevents',
  '/app/api/v1/cases/case_1%00',
  '/app/api/v1/cases/..;/events',
  '/app/api/v1/cases/case_1\\events',
  '/app/api//v1/cases',
  '/app/api/v1//cases',
  '//app/api/v1/cases',
  '/app/../app/api/v1/cases',
  'http://evil.example//app/api/v1/cases',
])('the target %s is no operation, as it is on the wire', async (target) => {
  expect([await statusOf(target), website.seen]).toEqual([404, []]);
});

test('a target with another host is still one of this website', async () => {
  expect(await statusOf('http://evil.example/app/api/v1/health')).toBe(200);
  expect(website.seen.map(({ url, headers }) => [url, headers.host])).toEqual([
    ['/v1/health', new URL(website.gatewayUrl).host],
  ]);
});

/** The status of a GET whose target is sent as it is. */
async function statusOf(target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(website.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path: target, headers: ofPage }, resolve).once('error', reject);
  });
  response.resume();
  return response.statusCode;
}

test('a network has a share of the requests at once, and nobody else has less', async () => {
  const held: ServerResponse[] = [];
  const busy = await startTestWebsite((req, res) => (req.resume(), void held.push(res)));
  const from = (address: string) =>
    fetch(`${busy.url}/app/api/v1/health`, { headers: { ...ofPage, 'x-forwarded-for': address } });
  const waiting = Array.from({ length: 128 }, (_, at) => from(`2001:db8::${at.toString(16)}`));
  await expect.poll(() => held.length).toBe(128);
  const refused = await from('2001:db8::ffff');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  const other = from('2001:db8:1::1');
  await expect.poll(() => held.length).toBe(129);
  for (const res of held) res.end('{}');
  expect(new Set((await Promise.all([...waiting, other])).map(({ status }) => status))).toEqual(new Set([200]));
  const again = from('2001:db8::ffff');
  await expect.poll(() => held.length).toBe(130);
  held.at(-1)?.end('{}');
  expect((await again).status).toBe(200);
  await busy.stop();
});

test('a connection on which nothing moves is closed', async () => {
  const patient = await startTestWebsite(() => undefined, { idleMs: 50 });
  const socket = connect(Number(new URL(patient.url).port), '127.0.0.1');
  const head =
    'POST /app/api/v1/public/leads HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\n{';
  socket.resume();
  socket.write(head);
  await once(socket, 'close');
  expect(patient.seen.length).toBe(1);
  await patient.stop();
});

describe('pages', () => {
  test('run their own scripts alone, in no frame, and are in no cache', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => ask('GET', '/cases/any', { accept: 'text/html', 'x-forwarded-proto': 'https' })),
    );
    const policy = one?.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
    expect(one?.text).toBe(`<html><meta nonce="${nonce}"></html>`);
    expect(other?.text).not.toBe(one?.text);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types website default',
    ]);
    expect(one?.headers.get('cache-control')).toBe('no-store');
    expect(one?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(one?.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('have files that are cached for good, compressed for those who can, and nothing beside them', async () => {
    const packed = await ask('GET', '/assets/page-1.js', { 'accept-encoding': 'br' });
    const plain = await ask('GET', '/assets/page-1.js', { 'accept-encoding': 'identity' });
    expect(packed.text).toBe(plain.text);
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const worker = await ask('GET', '/assets/pdf.worker-1.mjs');
    expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
    for (const path of ['/assets/../index.html', '/%2e%2e/package.json', '/index.html', '/cases']) {
      expect((await ask('GET', path, { accept: '*/*' })).status, path).toBe(404);
    }
    expect((await ask('GET', '/', { accept: '*/*' })).status).toBe(200);
  });
});

test('without a gateway the page is told to try again', async () => {
  const alone = await startTestWebsite((req) => req.socket.destroy());
  const response = await fetch(`${alone.url}/app/api/v1/health`);
  expect([
    response.status,
    response.headers.get('retry-after'),
    ((await response.json()) as { error: { code: string } }).error.code,
  ]).toEqual([503, '5', 'busy']);
  await alone.stop();
});

test('bodies are streamed both ways, and one that breaks off breaks off for the page', async () => {
  const size = 30_000_000;
  const echo = await startTestWebsite((req, res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    let sent = 0;
    req.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      res.write(chunk);
      if (sent > size / 2 && req.headers['idempotency-key'] === 'break') res.destroy();
    });
    req.on('end', () => res.end());
  });
  const send = (key: string) =>
    fetch(`${echo.url}/app/api/v1/public/leads`, {
      method: 'POST',
      headers: { ...ofPage, 'idempotency-key': key },
      body: Buffer.alloc(size, 'x'),
    }).then((response) => response.arrayBuffer());
  expect((await send('whole')).byteLength).toBe(size);
  await expect(send('break')).rejects.toThrow(/terminated|fetch failed/);
  await echo.stop();
});
