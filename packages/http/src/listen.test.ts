import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type connectionBounds, listen, type Listening, maxPipelined } from './listen.ts';

const opened: Listening[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close(0);
});

/** Starts a server whose responses the test sends itself, and a connection that sends `count` requests in one write. */
async function pipeline(count: number) {
  const handled: { path: string | undefined; response: ServerResponse }[] = [];
  const server = await listen((req, response) => void handled.push({ path: req.url, response }), {
    port: 0,
    host: '127.0.0.1',
  });
  opened.push(server);
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => (received += String(chunk))).on('error', () => {});
  socket.once('close', () => (isClosed = true));
  await once(socket, 'connect');
  socket.write(Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: test\r\n\r\n`).join(''));
  return { handled, received: () => received, isClosed: () => isClosed };
}

test('pipelined requests of one connection are handled one at a time', async () => {
  const { handled, received } = await pipeline(1 + maxPipelined);
  for (let index = 0; index <= maxPipelined; index += 1) {
    await expect.poll(() => handled, { interval: 1 }).toHaveLength(index + 1);
    expect(handled[index]?.path).toBe(`/${index}`);
    handled[index]?.response.end(`response ${index};`);
  }
  await expect.poll(received).toContain(`response ${maxPipelined};`);
  const order = [...received().matchAll(/response (\d+);/g)].map(([, index]) => Number(index));
  expect(order).toEqual(Array.from({ length: 1 + maxPipelined }, (_, index) => index));
});

test('a connection that pipelines too many requests is closed', async () => {
  const { handled, isClosed } = await pipeline(2 + maxPipelined);
  await expect.poll(isClosed).toBe(true);
  expect(handled).toHaveLength(1);
});

/** Starts a server with these bounds, and a connection that sends a string and doesn't read. */
async function connectTo(bounds: Partial<typeof connectionBounds>, sent: string) {
  const requests: { req: IncomingMessage; response: ServerResponse }[] = [];
  const server = await listen((req, response) => void requests.push({ req, response }), {
    port: 0,
    host: '127.0.0.1',
    bounds,
  });
  opened.push(server);
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write(sent);
  await expect.poll(() => requests).toHaveLength(1);
  return { ...requests[0]!, socket };
}

test("a connection is closed if its client doesn't read the response", async () => {
  const { response } = await connectTo({ timeout: 50 }, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  response.end(Buffer.alloc(32 * 1024 * 1024)); // more than the socket buffers hold
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test('a request whose body takes too long to arrive ends with 400, even if bytes keep arriving', async () => {
  const bounds = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 };
  const { req, socket } = await connectTo(bounds, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  const trickle = setInterval(() => socket.write(' '), 10);
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk))).resume();
  req.on('error', () => {}).resume();
  await once(socket, 'close');
  clearInterval(trickle);
  expect(received).toContain('HTTP/1.1 400 ');
  expect(req.complete).toBe(false);
});
