import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, type Listening, maxPipelined } from './listen.ts';

const opened: Listening[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close(0);
});

/** A server whose responses are given by hand, and a connection that sends so many requests in one write. */
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

test('a connection that pipelines more requests than may wait is closed', async () => {
  const { handled, isClosed } = await pipeline(2 + maxPipelined);
  await expect.poll(isClosed).toBe(true);
  expect(handled).toHaveLength(1);
});
