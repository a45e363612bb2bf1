import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { type Case, type Client, createClient, type Event, ApiError } from './index.ts';

interface Received {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Responds as the test wants, and keeps what it received. */
let received: Received[] = [];
let answer: (response: ServerResponse) => void;
let baseUrl: string;
const server = createServer((request, response) => void receive(request).then(() => answer(response)));

async function receive(request: IncomingMessage): Promise<void> {
  const body = (await request.setEncoding('utf8').toArray()).join('');
  received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
}

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function json(status: number, body: unknown) {
  return (response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function sentBy(call: (client: Client) => Promise<unknown>, more: object = {}): Promise<Received> {
  received = [];
  await call(createClient({ baseUrl, credential: 'eak_test_1', ...more }));
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

test('parameters stand where the description puts them, safely, and absent ones nowhere', async () => {
  answer = json(200, {});
  expect((await sentBy((api) => api.getCase({ id: 'a/../b c' }))).line).toBe('GET /v1/cases/a%2F..%2Fb%20c');
  const query = { state: 'ZZ', city: 'A & B=C', county: undefined };
  const { line, body } = await sentBy((api) => api.resolveJurisdiction(query));
  expect(line).toBe('GET /v1/jurisdictions/resolve?state=ZZ&city=A%20%26%20B%3DC');
  expect(body).toBe('');
});

test('a body is sent as JSON, and an absent one is not sent', async () => {
  answer = json(200, {});
  const { headers, body } = await sentBy((api) => api.login({ body: { email: 'robin@example.com', password: 'ü' } }));
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({ email: 'robin@example.com', password: 'ü' });
  const bare = await sentBy((api) => api.submitCase({ id: 'case_1' }));
  expect([bare.headers['content-type'], bare.body]).toEqual([undefined, '']);
});

test('credential and mode go with every request, where they are given', async () => {
  answer = json(200, {});
  const { headers } = await sentBy((api) => api.me(), { credential: 'ess_1', serviceMode: 'live' });
  expect([headers.authorization, headers['x-service-mode']]).toEqual(['Bearer ess_1', 'live']);
  received = [];
  await createClient({ baseUrl }).health();
  expect(received[0]?.headers).not.toHaveProperty('authorization');
  expect(received[0]?.headers).not.toHaveProperty('x-service-mode');
});

test('only operations that take an idempotency key get one, a new one each, unless the call has its own', async () => {
  answer = json(200, {});
  let made = 0;
  const keys = { idempotencyKeys: () => `made ${(made += 1)}` };
  const keyOf = async (call: (client: Client) => Promise<unknown>, more: object = keys) =>
    (await sentBy(call, more)).headers['idempotency-key'];
  expect(await keyOf((api) => api.submitCase({ id: 'case_1' }))).toBe('made 1');
  expect(await keyOf((api) => api.advanceCase({ id: 'case_1' }))).toBe('made 2');
  expect(await keyOf((api) => api.advanceCase({ id: 'case_1' }, { idempotencyKey: 'my own' }))).toBe('my own');
  expect(await keyOf((api) => api.createApiKey())).toBeUndefined();
  expect(await keyOf((api) => api.listCases())).toBeUndefined();
  expect(await keyOf((api) => api.submitCase({ id: 'case_1' }), {})).toBeUndefined();
});

test('a response is typed as its JSON, the bytes of a document, or undefined', async () => {
  const api = createClient({ baseUrl });
  answer = json(200, { items: [], nextCursor: null });
  const page = await api.listCases({ limit: 5 });
  expect(page).toEqual({ items: [], nextCursor: null });
  expectTypeOf(page.items).toEqualTypeOf<Case[]>();
  answer = (response) => response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(Buffer.from([0, 255]));
  const bytes = await api.downloadDocument({ id: 'case_1', docId: 'doc_1' });
  expect(bytes).toEqual(Uint8Array.of(0, 255));
  expectTypeOf(bytes).toEqualTypeOf<Uint8Array>();
  answer = (response) => response.writeHead(204).end();
  const nothing = await api.revokeApiKey({ id: 'key_1' });
  expect(nothing).toBeUndefined();
  expectTypeOf(nothing).toEqualTypeOf<undefined>();
  expectTypeOf(api.listEvents).returns.resolves.toEqualTypeOf<{ items: Event[] }>();
});

test('an API error is thrown with all of its fields', async () => {
  const retryAt = '2026-07-01T09:36:00.000Z';
  answer = json(409, { error: { code: 'nothing_to_advance', message: 'Not now.', details: { retryAt } } });
  const refusal = await createClient({ baseUrl })
    .advanceCase({ id: 'case_1' })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({
    message: `advanceCase returned 409 nothing_to_advance: Not now. {"retryAt":"${retryAt}"}`,
    operation: 'advanceCase',
    status: 409,
    code: 'nothing_to_advance',
    details: { retryAt },
  });
});

test.each([
  ['Bad gateway', 'health returned 502 Bad gateway'],
  ['{"fault":1}', 'health returned 502 {"fault":1}'],
  ['', 'health returned 502'],
])('an answer of something before the API has no code: %s', async (text, message) => {
  answer = (response) => response.writeHead(502).end(text);
  const refused = createClient({ baseUrl }).health();
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 502, code: null, details: null, message });
});
