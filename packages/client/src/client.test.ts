import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import {
  ApiError,
  BusyError,
  type Case,
  type Client,
  createClient,
  type Event,
  NothingToAdvanceError,
} from './index.ts';

interface Received {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server that stores what it receives and responds with `answer`, which each test sets. */
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
  await call(createClient({ baseUrl, credential: 'eak_test_1', maxRetries: 0, ...more }));
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

test('parameters are encoded and put where the API specification says, and absent ones are left out', async () => {
  answer = json(200, {});
  expect((await sentBy((api) => api.getCase({ id: 'a/../b c' }))).line).toBe('GET /v1/cases/a%2F..%2Fb%20c');
  const states = ['draft', 'cure_period'] as const;
  const listed = await sentBy((api) => api.listCases({ state: states, limit: 5 }));
  expect(listed.line).toBe('GET /v1/cases?state=draft&state=cure_period&limit=5');
  const query = { state: 'ZZ', city: 'A & B=C', county: undefined };
  const { line, body } = await sentBy((api) => api.resolveJurisdiction(query));
  expect(line).toBe('GET /v1/jurisdictions/resolve?state=ZZ&city=A+%26+B%3DC');
  expect(body).toBe('');
});

test('a body is sent as JSON, and a call without one has no body or content type', async () => {
  answer = json(200, {});
  const { headers, body } = await sentBy((api) => api.login({ body: { email: 'robin@example.com', password: 'ü' } }));
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({ email: 'robin@example.com', password: 'ü' });
  const bare = await sentBy((api) => api.submitCase({ id: 'case_1' }));
  expect([bare.headers['content-type'], bare.body]).toEqual([undefined, '']);
});

test('the credential and the mode are sent if they are given', async () => {
  answer = json(200, {});
  const { headers } = await sentBy((api) => api.me(), { credential: 'ess_1', serviceMode: 'live' });
  expect([headers.authorization, headers['x-service-mode']]).toEqual(['Bearer ess_1', 'live']);
  received = [];
  await createClient({ baseUrl }).health();
  expect(received[0]?.headers).not.toHaveProperty('authorization');
  expect(received[0]?.headers).not.toHaveProperty('x-service-mode');
});

test("an operation that takes an idempotency key is sent with the caller's key, or with a new key for each call if retries are on", async () => {
  answer = json(200, {});
  const keyOf = async (call: (client: Client) => Promise<unknown>, more: object = { maxRetries: 1 }) =>
    (await sentBy(call, more)).headers['idempotency-key'];
  const first = await keyOf((api) => api.submitCase({ id: 'case_1' }));
  expect(first).toMatch(/^[0-9a-f-]{36}$/u);
  expect(await keyOf((api) => api.submitCase({ id: 'case_1' }))).not.toBe(first);
  expect(await keyOf((api) => api.advanceCase({ id: 'case_1' }, { idempotencyKey: 'my own' }))).toBe('my own');
  expect(await keyOf((api) => api.createApiKey())).toBeUndefined();
  expect(await keyOf((api) => api.listCases())).toBeUndefined();
  expect(await keyOf((api) => api.submitCase({ id: 'case_1' }), {})).toBeUndefined();
});

test.each(['', '.', '..'])(
  'an id that would lead to another path is refused before anything is sent: %j',
  async (id) => {
    received = [];
    await expect(createClient({ baseUrl }).deleteWebhookEndpoint({ id })).rejects.toThrow(TypeError);
    expect(received).toEqual([]);
  },
);

test('a response is returned and typed as parsed JSON, as bytes, or as undefined', async () => {
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

test('an API error is thrown as an instance of the class for its code, with all of its fields', async () => {
  const retryAt = '2026-07-01T09:36:00.000Z';
  const body = { error: { code: 'nothing_to_advance', message: 'Not now.', details: { retryAt } } };
  answer = (response) =>
    response
      .writeHead(409, { 'X-Request-Id': 'request 1', 'Content-Type': 'application/json' })
      .end(JSON.stringify(body));
  const refusal = await createClient({ baseUrl })
    .advanceCase({ id: 'case_1' })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NothingToAdvanceError);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({
    name: 'NothingToAdvanceError',
    message: `advanceCase returned 409 nothing_to_advance: Not now. {"retryAt":"${retryAt}"}`,
    operation: 'advanceCase',
    status: 409,
    code: 'nothing_to_advance',
    details: { retryAt },
    text: 'Not now.',
    requestId: 'request 1',
    retryAfterSeconds: null,
  });
  answer = json(418, { error: { code: 'of_tomorrow', message: 'New.', details: null } });
  await expect(createClient({ baseUrl }).me()).rejects.toMatchObject({ name: 'ApiError', code: 'of_tomorrow' });
});

test.each([
  ['Bad gateway', 'health returned 502 Bad gateway'],
  ['{"fault":1}', 'health returned 502 {"fault":1}'],
  ['', 'health returned 502'],
])('an error from a proxy in front of the API has no code: %s', async (text, message) => {
  answer = (response) => response.writeHead(502).end(text);
  const refused = createClient({ baseUrl, maxRetries: 0 }).health();
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 502, code: null, details: null, message });
});

test("a successful response that isn't JSON is an error without a code, and isn't retried", async () => {
  received = [];
  answer = (response) => response.writeHead(200).end('<html>Sign in to the network</html>');
  await expect(createClient({ baseUrl }).health()).rejects.toMatchObject({ name: 'ApiError', status: 200, code: null });
  expect(received).toHaveLength(1);
});

test('a request that cannot be built is never sent', async () => {
  let attempts = 0;
  const fetch = (request: Request) => ((attempts += 1), globalThis.fetch(request));
  const badHeader = createClient({ baseUrl, fetch, credential: 'line\nbreak' });
  await expect(badHeader.me()).rejects.toThrow(TypeError);
  await expect(createClient({ baseUrl: 'nowhere', fetch }).me()).rejects.toThrow(TypeError);
  expect(attempts).toBe(0);
});

test('a redirect is not followed, because its target would get the credential', async () => {
  received = [];
  answer = (response) => response.writeHead(307, { Location: `${baseUrl}/elsewhere` }).end();
  await expect(createClient({ baseUrl, credential: 'eak_test_1' }).me()).rejects.toMatchObject({
    status: 307,
    code: null,
  });
  expect(received).toHaveLength(1);
});

describe('attempts', () => {
  const unavailable = { error: { code: 'busy', message: 'Busy.', details: null } };

  /** Makes the server respond with each of these failures once, and then with success. */
  function fails(...failures: ((response: ServerResponse) => void)[]) {
    received = [];
    const left = [...failures];
    answer = (response) => (left.shift() ?? json(200, { id: 'case_1' }))(response);
  }
  const busy = (response: ServerResponse) =>
    response
      .writeHead(503, { 'Retry-After': '0', 'Content-Type': 'application/json' })
      .end(JSON.stringify(unavailable));
  const cutOff = (response: ServerResponse) => response.destroy();

  test('a command is sent again with the same key and body, even if its outcome is unknown', async () => {
    fails(busy, cutOff);
    await createClient({ baseUrl }).createNote({ id: 'case_1', body: { body: 'Hello' } });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set(['{"body":"Hello"}']));
  });

  test.each([
    ['a POST that takes no key', (api: Client) => api.createApiKey()],
    ['a PATCH', (api: Client) => api.updateOrganization({ body: { name: 'New' } })],
  ])('%s is sent only once, even if the server is busy', async (_, call) => {
    fails(busy);
    await expect(call(createClient({ baseUrl }))).rejects.toThrow(BusyError);
    expect(received).toHaveLength(1);
  });

  test("a refusal isn't retried", async () => {
    fails(json(409, { error: { code: 'invalid_state', message: 'No draft.', details: null } }));
    await expect(createClient({ baseUrl }).submitCase({ id: 'case_1' })).rejects.toThrow(ApiError);
    expect(received).toHaveLength(1);
  });

  test('the last failure is thrown when the retries are used up', async () => {
    fails(busy, busy, busy);
    await expect(createClient({ baseUrl, maxRetries: 1 }).me()).rejects.toThrow(BusyError);
    expect(received).toHaveLength(2);
  });

  test('an attempt that takes too long is repeated, but an aborted call is not', async () => {
    fails(() => {});
    await createClient({ baseUrl, timeoutMs: 200 }).me();
    expect(received).toHaveLength(2);
    const aborted = new AbortController();
    fails(() => aborted.abort(new Error('enough')));
    await expect(createClient({ baseUrl }).me(undefined, { signal: aborted.signal })).rejects.toThrow('enough');
    expect(received).toHaveLength(1);
  });
});

describe('pages', () => {
  const found = (...ids: string[]) => ids.map((id) => ({ id }));
  const pages = [
    { items: found('case_1', 'case_2'), nextCursor: 'two' },
    // A search can return empty pages before the last one.
    { items: [], nextCursor: 'three' },
    { items: found('case_3'), nextCursor: null },
  ];
  /** A feed that grows while it is read. Its cursor is never null. */
  const feed = [
    { items: found('evt_1', 'evt_2'), nextCursor: '2' },
    { items: found('evt_3'), nextCursor: '3' },
    { items: [], nextCursor: '3' },
    { items: found('evt_4'), nextCursor: '4' },
  ];

  /** Makes the server respond with one page after the other. */
  function serves(list: typeof pages | typeof feed): Client {
    received = [];
    answer = (response) => json(200, list[received.length - 1])(response);
    return createClient({ baseUrl });
  }
  const lines = () => received.map(({ line }) => line);

  test('contain every item, and each page is requested with the same filter', async () => {
    const ids: string[] = [];
    for await (const { id } of serves(pages).iterateCases({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['case_1', 'case_2', 'case_3']);
    expect(lines()).toEqual([
      'GET /v1/cases?limit=2',
      'GET /v1/cases?limit=2&cursor=two',
      'GET /v1/cases?limit=2&cursor=three',
    ]);
  });

  test('are not requested before they are needed', async () => {
    for await (const { id } of serves(pages).iterateCases()) if (id === 'case_2') break;
    expect(received).toHaveLength(1);
  });

  test('of a feed start at the given cursor and end with an empty page, and each page has the next cursor', async () => {
    const cursors: (string | null)[] = [];
    for await (const { nextCursor } of serves(feed).iterateEventFeed({ cursor: '0' }).pages()) cursors.push(nextCursor);
    expect(cursors).toEqual(['2', '3', '3']);
    expect(lines()).toEqual([0, 2, 3].map((cursor) => `GET /v1/events?cursor=${cursor}`));
  });

  test('of a followed feed continue after an empty page until the call is aborted', async () => {
    const enough = new AbortController();
    const ids: string[] = [];
    const following = async () => {
      for await (const { id } of serves(feed).iterateEventFeed({}, { followEveryMs: 1, signal: enough.signal })) {
        ids.push(id);
        if (id === 'evt_4') enough.abort(new Error('enough'));
      }
    };
    await expect(following()).rejects.toThrow('enough');
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  });
});
