import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { bodyLimits, type Route, routes } from '@evict/contract';
import { expect, test } from 'vitest';
import { nextAddress } from '../support/api.ts';
import { newAttorney } from '../support/attorneys.ts';
import { exactly } from '../support/exact-request.ts';
import { buildFacts } from '../support/facts.ts';
import { pathToNothing } from '../support/paths.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, signUp } = service;
const { credential, create, session } = await signUp();
const attorney = await newAttorney(service);
const signedIn = await attorney.signIn();
const { port } = new URL(stack.baseUrl);

const body = JSON.stringify(buildFacts({ freeText: 'x'.repeat(300 * 1024) }));
const split = 1000;

/** Starts creating a case, but sends only the beginning of the body. */
function begin(): { sent: ClientRequest; status: Promise<number | undefined> } {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const sent = request(`${stack.baseUrl}/v1/cases`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  sent.write(body.slice(0, split));
  return { sent, status };
}

test("large bodies that arrive slowly don't block other requests, and are processed once complete", async () => {
  const slow = Array.from({ length: 8 }, begin);
  // The service answers these small requests while it still waits for the rest of the eight bodies.
  for (let count = 0; count < 5; count += 1) await create(buildFacts());
  const whole = begin();
  whole.sent.end(body.slice(split));
  expect(await whole.status).toBe(400);
  for (const { sent } of slow) sent.end(body.slice(split));
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 400));
});

test('40 concurrent large bodies are all processed', async () => {
  const all = Array.from({ length: 40 }, begin);
  for (const { sent } of all) sent.end(body.slice(split));
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(all.map(() => 400));
});

const tooLong = bodyLimits.caseImport + 1;
const spaces = Buffer.alloc(tooLong, ' ');
const upload: Route = routes.uploadDocument;
const all = Object.entries<Route>(routes).filter(
  ([, route]) => (route.auth !== 'none' || route.body) && route !== upload,
);
/** One operation for each limit and each way to authenticate. The error matrix checks the limit of every operation. */
const takers = [
  ...new Map(all.map(([name, route]) => [`${route.bodyLimitBytes} ${route.auth}`, [name, route] as const])).values(),
];

/** Sends a request with only the start of its body, and returns the status and code of the response. */
async function sendUnfinished(route: Route, headers: Record<string, string>, start: Buffer = Buffer.of()) {
  const socket = connect(Number(port), '127.0.0.1');
  const lines = { Host: 'a', 'Content-Type': 'application/json', 'X-Forwarded-For': nextAddress(), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text;
    // Every error ends like this, and only an error can arrive before the request is complete.
    if (response.endsWith('}}')) socket.destroy();
  });
  socket.write(`${route.method} ${pathToNothing(route)} HTTP/1.1\r\n${head.join('')}\r\n`);
  if (start.length > 0) socket.write(start);
  await once(socket, 'close');
  const [, status] = response.split(' ');
  return { status: Number(status), code: /"code":"(\w+)"/.exec(response)?.[1] };
}

const credentials: Record<string, string> = { attorney: attorney.credential, attorneySession: signedIn };
const bearerOf = ({ auth }: Route) => `Bearer ${credentials[auth] ?? session.credential}`;
const tooLarge = { status: 413, code: 'payload_too_large' };
const unauthenticated = { status: 401, code: 'unauthenticated' };

test.each(takers)('%s refuses a body over 20 MB by its Content-Length, before receiving it', async (_name, route) => {
  expect(await sendUnfinished(route, { Authorization: bearerOf(route), 'Content-Length': String(tooLong) })).toEqual(
    tooLarge,
  );
});

test.each(takers)('%s refuses a body of unknown length at the first byte over the limit', async (_name, route) => {
  const size = route.bodyLimitBytes + 1;
  const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), spaces.subarray(0, size)]);
  expect(
    await sendUnfinished(route, { Authorization: bearerOf(route), 'Transfer-Encoding': 'chunked' }, chunk),
  ).toEqual(tooLarge);
});

test.each(takers)('%s returns 413 even to a caller who keeps sending a body over 20 MB', async (_name, route) => {
  const sent = { method: route.method, path: pathToNothing(route), raw: spaces };
  const headers = { authorization: bearerOf(route), 'x-forwarded-for': nextAddress() };
  for (const more of [{}, { 'transfer-encoding': 'chunked' }]) {
    const response = await exactly(stack.baseUrl, { ...sent, headers: { ...headers, ...more } });
    expect([response.status, response.body.error.code]).toEqual([413, 'payload_too_large']);
  }
});

test.each([
  ['no credential', {}],
  ['an unknown credential', { Authorization: `Bearer eak_test_${'A'.repeat(49)}` }],
  ['a Basic credential', { Authorization: 'Basic YTpi' }],
])('an upload with %s is refused before any of its body has arrived, however long it is', async (_what, headers) => {
  const length = { 'Content-Length': String(tooLong) };
  expect(await sendUnfinished(upload, { ...headers, ...length })).toEqual(unauthenticated);
  const allowed = { 'Content-Length': String(upload.bodyLimitBytes) };
  expect(await sendUnfinished(upload, { ...headers, ...allowed })).toEqual(unauthenticated);
  expect(await sendUnfinished(upload, { ...headers, 'Transfer-Encoding': 'chunked' })).toEqual(unauthenticated);
});

test('an upload over the upload limit is also refused by its Content-Length, before it is received', async () => {
  expect(await sendUnfinished(upload, { Authorization: bearerOf(upload), 'Content-Length': String(tooLong) })).toEqual(
    tooLarge,
  );
});
