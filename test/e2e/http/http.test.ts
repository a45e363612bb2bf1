import { once } from 'node:events';
import { connect } from 'node:net';
import { ApiError, bodyLimits, routes } from '@evict/contract';
import { createGateway } from '@evict/http';
import { openTestStore } from '@evict/store/testing';
import type { Logger } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { seedOrganization } from '../support/seed-organization.ts';

const store = openTestStore(await cloneDatabase());
const newKey = async () => (await seedOrganization(store)).newKey('test');
const [key, keyOfAnother] = [await newKey(), await newKey()];
const log: unknown[] = [];
const logger = { info: (line: object) => log.push(line), error: (line: object) => log.push(line) } as unknown as Logger;
const id = 'case_00000000-0000-4000-8000-000000000000';

let read: (organizationId: string) => Promise<void> = () => Promise.resolve();
let upload: (organizationId: string) => Promise<void> = () => Promise.resolve();
let slowRequestArrived: () => void = () => {};
let respondToSlowRequest: () => void = () => {};

const gateway = createGateway({ store, logger, liveMode: false, proxyHops: 0 });
gateway.route(routes.health, async () => ({ status: 200, body: { ok: true } }));
gateway.route(routes.login, async ({ body }) => {
  throw new ApiError('forbidden', { details: { body } });
});
gateway.route(routes.listCases, async ({ caller }) => {
  await read(caller.organizationId);
  return { status: 200, body: { items: [], nextCursor: null } };
});
gateway.route(routes.getCase, async ({ params }) => {
  throw new Error(`no row for Robin Example in ${params.id}`, { cause: { password: 'hunter2' } });
});
gateway.route(routes.submitCase, async () => {
  throw new ApiError('busy', { retryAfterSeconds: 5 });
});
gateway.route(routes.logout, async () => ({ status: 204 }));
gateway.route(routes.uploadDocument, async ({ caller, content }) => {
  await upload(caller.organizationId);
  throw new ApiError('forbidden', { details: { length: content.length } });
});
gateway.route(routes.openapi, async () => {
  slowRequestArrived();
  await new Promise<void>((resolve) => (respondToSlowRequest = resolve));
  return { status: 200, body: {} };
});
const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${server.port}`;
afterAll(async () => {
  await server.close();
  await store.close();
});

async function send(method: string, path: string, init: RequestInit = {}) {
  const body = init.body instanceof ReadableStream ? { duplex: 'half' } : {};
  const response = await fetch(base + path, { method, ...init, ...body } as RequestInit);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : null,
  };
}

const json = { 'content-type': 'application/json' };
const authorized = { authorization: `Bearer ${key}` };
const documents = `/v1/cases/${id}/documents`;

/** Sends a string and returns everything received until the server closes the connection or `until` returns true. */
async function sendRaw(text: string, until: (response: string) => boolean = () => false): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    response += chunk;
    if (until(response)) socket.destroy();
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return response;
}

test('a response, successful or not, forbids caching, framing and content sniffing, and enforces HTTPS if the request used it', async () => {
  for (const path of ['/v1/health', '/v1/none']) {
    const { headers } = await send('GET', path);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('strict-transport-security')).toBeNull();
    const overTls = await send('GET', path, { headers: { 'x-forwarded-proto': 'https' } });
    expect(overTls.headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('a request id is kept if it is safe for a log line, and replaced otherwise', async () => {
  const idOf = async (sent: string) => (await send('GET', '/v1/health', { headers: { 'x-request-id': sent } })).headers;
  expect((await idOf('abc-1.2_3')).get('x-request-id')).toBe('abc-1.2_3');
  for (const unfit of ['', 'a b', 'x'.repeat(129), '{"a":1}']) {
    expect((await idOf(unfit)).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('an unexpected error returns 500, and its message reaches neither the caller nor the log', async () => {
  const { status, body, headers } = await send('GET', `/v1/cases/${id}?q=secret`, { headers: authorized });
  expect([status, body]).toEqual([
    500,
    { error: { code: 'internal', message: 'An unexpected error occurred.', details: null } },
  ]);
  const requestId = headers.get('x-request-id');
  const lines = log.filter((line) => (line as { requestId: string }).requestId === requestId);
  expect(lines).toEqual([
    {
      requestId,
      failure: { class: 'Error', stack: expect.arrayContaining([]), cause: { class: 'object', stack: [] } },
    },
    { requestId, method: 'GET', route: '/v1/cases/{id}', status: 500, ms: expect.any(Number) },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Robin|hunter2|secret/);
  expect(JSON.stringify(lines)).toContain('http.test.ts');
});

test.each<[string, RequestInit, number]>([
  ['the content type text/plain', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
  ['a form as its body', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' }, 415],
  ['no content type', { body: new Uint8Array([0x7b, 0x7d]) }, 415],
  ['a compressed body', { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' }, 415],
  ['truncated JSON', { headers: json, body: '{"a":' }, 400],
  ['a field called __proto__', { headers: json, body: '{"__proto__":{"email":"a","password":"b"}}' }, 400],
  [
    'fields named constructor and toString',
    { headers: json, body: '{"constructor":{"prototype":{"ok":false}},"toString":1}' },
    400,
  ],
  ['no body', {}, 400],
  ['null as its body', { headers: json, body: 'null' }, 400],
  ['an array as its body', { headers: json, body: '[]' }, 400],
  ['invalid UTF-8', { headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) }, 400],
  ['NUL in a string', { headers: json, body: '{"email":"a\\u0000","password":"b"}' }, 400],
  [
    'an empty object and a charset',
    { headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: '{}' },
    400,
  ],
])('a sign-in request with %s is refused with 400 or 415', async (_name, init, status) => {
  const response = await send('POST', '/v1/auth/login', init);
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body.error.details.issues).not.toEqual([]);
});

test('an operation that takes no body accepts only an empty object or no body at all', async () => {
  const submit = (body?: string) =>
    send('POST', `/v1/cases/${id}/submit`, { headers: { ...authorized, ...(body && json) }, body: body ?? null });
  for (const nothing of [undefined, '{}', ' {} ']) expect((await submit(nothing)).status).toBe(503);
  for (const something of ['{"a":1}', '[]', 'null', '0']) expect((await submit(something)).status).toBe(400);
});

test.each(['GET', 'HEAD'])('the body of a %s request can only be an empty JSON object', async (method) => {
  const response = async (type: string, body: string) => {
    const head = `${method} /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}`;
    const [, status] = (await sendRaw(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)).split(' ');
    return status;
  };
  expect(await response('application/json', '{}')).toBe('200');
  expect(await response('application/json', '{"a":1}')).toBe('400');
  expect(await response('text/plain', '{}')).toBe('415');
});

test('a body over the limit always gets 413, with or without a Content-Length', async () => {
  const big = new Uint8Array(8 * 1024 * 1024).fill(32);
  for (let i = 0; i < 2; i += 1) {
    for (const body of [big, new Blob([big]).stream()])
      expect((await send('POST', '/v1/auth/login', { headers: json, body })).status).toBe(413);
  }
  const exact = `{"email":"a","password":"b"}${' '.repeat(bodyLimits.default)}`.slice(0, bodyLimits.default);
  expect((await send('POST', '/v1/auth/login', { headers: json, body: exact })).status).toBe(403);
  expect((await send('POST', '/v1/auth/login', { headers: json, body: `${exact} ` })).status).toBe(413);
});

test("an organization's uploads are processed two at a time, don't block another organization's, and are all received in full", async () => {
  const sizeBytes = 512 * 1024;
  const contentBase64 = Buffer.alloc(sizeBytes).toString('base64');
  const body = JSON.stringify({ filename: 'a.pdf', purpose: 'other', contentBase64 });
  const uploadWith = (secret: string) =>
    send('POST', documents, { headers: { ...json, authorization: `Bearer ${secret}` }, body });
  const started: string[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  onTestFinished(() => finish());
  upload = async (organizationId) => {
    started.push(organizationId);
    if (organizationId === started[0]) await finished;
  };
  const ofOne = Array.from({ length: 6 }, () => uploadWith(key));
  await expect.poll(() => started, { timeout: 60_000 }).toHaveLength(2);
  const ofAnother = await uploadWith(keyOfAnother);
  expect([started.length, new Set(started).size]).toEqual([3, 2]);
  finish();
  for (const { body: response } of [ofAnother, ...(await Promise.all(ofOne))]) {
    expect(response.error.details).toEqual({ length: sizeBytes });
  }
  expect(started).toHaveLength(7);
});

test("an organization can have 256 concurrent requests, of which two are processed at a time, and doesn't block another organization", async () => {
  const readWith = (secret: string) => send('GET', '/v1/cases', { headers: { authorization: `Bearer ${secret}` } });
  // The service learns whose credential it is from the credential's first request.
  for (const secret of [key, keyOfAnother]) expect((await readWith(secret)).status).toBe(200);
  const started: string[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  onTestFinished(() => finish());
  read = async (organizationId) => {
    started.push(organizationId);
    if (organizationId === started[0]) await finished;
  };
  const all = Array.from({ length: 257 }, () => readWith(key));
  const refused = await Promise.race(all);
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '1',
  ]);
  await expect.poll(() => started, { timeout: 60_000 }).toHaveLength(2);
  expect((await readWith(keyOfAnother)).status).toBe(200);
  expect([started.length, new Set(started).size]).toEqual([3, 2]);
  finish();
  const responses = await Promise.all(all);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(256);
});

test("16 clients that announce chunked bodies but never send them don't block another chunked request", async () => {
  const head = ['POST /v1/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Expect: 100-continue'];
  const slow = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void socket.destroy());
      socket.write([...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
      await once(socket, 'data'); // 100 Continue; the body never follows
      return socket;
    }),
  );
  const body = new Blob(['{"email":"a","password":"b"}']).stream();
  const givenUp = slow.map((socket) => once(socket, 'data').then(() => 'a slow one was given up before'));
  const response = send('POST', '/v1/auth/login', { headers: json, body });
  expect(await Promise.race([response.then(({ status }) => status), ...givenUp])).toBe(403);
});

test('aborted uploads make room for others', async () => {
  const head = `POST ${documents} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  for (let i = 0; i < 4; i += 1) {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    await new Promise((written) => socket.write(`${head}Content-Length: 9000000\r\n\r\n{"filename":`, written));
    socket.destroy();
  }
  const body = JSON.stringify({ filename: 'a.pdf', purpose: 'other', contentBase64: 'AAAA' });
  expect((await send('POST', documents, { headers: { ...json, ...authorized }, body })).status).toBe(403);
});

test.each([
  ['text that is not HTTP', 'hello\r\n\r\n'],
  ['an oversized header', `GET /v1/health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a repeated length', 'POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
])('%s gets 400 invalid_request', async (_name, text) => {
  const response = await sendRaw(text);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(response.slice(response.indexOf('{'))).error.code).toBe('invalid_request');
});

test("a server that is being closed finishes requests in progress, accepts no new ones, and doesn't wait for idle connections", async () => {
  const arrived = new Promise<void>((resolve) => (slowRequestArrived = resolve));
  const inProgress = send('GET', '/v1/openapi.json');
  await arrived;
  const minuteMs = 60_000;
  const closed = server.close(minuteMs);
  await expect(fetch(`${base}/v1/health`)).rejects.toThrow('fetch failed');
  respondToSlowRequest();
  expect((await inProgress).status).toBe(200);
  await closed;
});
