import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Limiter } from '@evict/limiter';
import Koa from 'koa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JsonText } from './call.ts';
import { type HandlerResult, prepare, presentBatches, releaseWhenSent, send } from './response.ts';

const MiB = 1024 * 1024;
const turnsAtOnce = 2;

/** Starts a server that sends these responses to one caller, who has two slots and a share of the memory. */
async function serve(memoryBytes: number, result: () => HandlerResult) {
  const slots = new Limiter({ perKey: turnsAtOnce });
  const memory = new Limiter({ perKey: memoryBytes });
  let [made, left] = [0, 0];
  const app = new Koa().use(async (ctx) => {
    ctx.res.once('close', () => (left += 1));
    const slot = await slots.acquire('a');
    try {
      const response = await prepare(result());
      made += 1;
      await send(ctx, response, { memory, owner: 'a', slot });
    } finally {
      releaseWhenSent(ctx.res, slot);
    }
  });
  const handle = app.callback();
  const server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    slots,
    memory,
    made: () => made,
    left: () => left,
    /** Sends a request on a connection that reads nothing until `read` is called. */
    ask() {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void socket.destroy());
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return { read: async () => (await buffer(socket)).toString(), leave: () => void socket.destroy() };
    },
  };
}

/** Parses the JSON of a chunked response. */
function jsonOf(response: string): unknown {
  const chunked = response.slice(response.indexOf('\r\n\r\n') + 4);
  return JSON.parse(
    chunked.replaceAll(/\r\n[0-9a-f]+\r\n/g, '').replaceAll(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ''),
  ) as unknown;
}

const items = Array.from({ length: 160 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);

test('a long list is loaded only as fast as its client reads it, and its response reserves memory but no slot in the meantime', async () => {
  let [read, open] = [0, 0];
  async function* batches() {
    open += 1;
    try {
      for (const item of items) {
        read += 1;
        yield [item];
      }
    } finally {
      open -= 1;
    }
  }
  const server = await serve(3 * 16 * MiB, () => ({
    status: 200,
    streamed: { list: 'items', batches: presentBatches(batches, (item) => item), after: () => ({ end: 1 }) },
  }));
  const readers = Array.from({ length: 4 }, () => server.ask());
  // The fourth response waits for memory and has discarded what it had read.
  await vi.waitFor(() => expect([server.made(), open]).toEqual([4, 3]), { timeout: 60_000 });
  const slot = await server.slots.acquire('a');
  slot.release();
  expect(read).toBeLessThan(4 * items.length);
  expect(server.memory.tryAcquire('a', 16 * MiB)).toBeNull();
  const bodies = await Promise.all(readers.map((reader) => reader.read()));
  for (const body of bodies) expect(jsonOf(body)).toEqual({ items, end: 1 });
  await vi.waitFor(() => expect([open, server.memory.size, server.slots.size]).toEqual([0, 0, 0]));
}, 120_000);

test('a large response releases its slot if its caller can still reserve memory, and otherwise keeps the slot', async () => {
  const text = JSON.stringify('x'.repeat(15 * MiB)); // more than the socket buffers hold
  const server = await serve(2 * 8 * 15 * MiB + 1000, () => ({ status: 200, body: new JsonText(text) }));
  const readers = Array.from({ length: 5 }, () => server.ask());
  // Two responses hold memory, two hold the slots, and the fifth isn't prepared.
  await vi.waitFor(() => expect(server.made()).toBe(4), { timeout: 60_000 });
  expect(server.slots.tryAcquire('a')).toBeNull();
  for (const body of await Promise.all(readers.map((reader) => reader.read()))) expect(body.endsWith(text)).toBe(true);
  await vi.waitFor(() => expect([server.memory.size, server.slots.size]).toEqual([0, 0]));
}, 120_000);

test('a client that disconnects without reading frees its memory and its slots', async () => {
  async function* batches() {
    for (const item of items) yield [item];
  }
  const results: HandlerResult[] = [
    { status: 200, body: new JsonText(JSON.stringify('x'.repeat(15 * MiB))) },
    { status: 200, streamed: { list: 'items', batches } },
  ];
  const server = await serve(64 * MiB, () => results.pop()!);
  for (const made of [1, 2]) {
    const reader = server.ask();
    await vi.waitFor(() => expect([server.made(), server.memory.size]).toEqual([made, 1]));
    reader.leave();
    await vi.waitFor(() => expect([server.memory.size, server.slots.size]).toEqual([0, 0]));
  }
});

test('if a client disconnects while the first chunk is being loaded, the memory and the slots reserved for its request are released', async () => {
  let letGo = () => {};
  const isRead = new Promise<void>((resolve) => (letGo = resolve));
  let isClosed = false;
  const server = await serve(64 * MiB, () => ({
    status: 200,
    contentType: 'application/pdf',
    blob: {
      sizeBytes: MiB,
      async *read() {
        try {
          await isRead;
          yield Buffer.alloc(MiB);
        } finally {
          isClosed = true;
        }
      },
    },
  }));
  const reader = server.ask();
  await vi.waitFor(() => expect([server.made(), server.memory.size]).toEqual([1, 1]));
  reader.leave();
  await vi.waitFor(() => expect(server.left()).toBe(1));
  letGo();
  await vi.waitFor(() => expect([server.memory.size, server.slots.size, isClosed]).toEqual([0, 0, true]));
});

test('a response is cut off if a later chunk fails, but becomes an ordinary error if the first chunk fails', async () => {
  const failing = (after: number): HandlerResult => ({
    status: 200,
    contentType: 'application/pdf',
    blob: {
      sizeBytes: 10 * MiB,
      async *read() {
        for (let at = 0; at < after; at += 1) yield Buffer.alloc(MiB);
        throw new Error('the bytes are gone');
      },
    },
  });
  const results = [failing(0), failing(2)];
  const server = await serve(64 * MiB, () => results.pop()!);
  const cut = await server.ask().read();
  expect(cut).toContain('200 OK');
  expect(cut.length).toBeLessThan(10 * MiB);
  expect(await server.ask().read()).toContain('500 Internal Server Error');
  expect([server.memory.size, server.slots.size]).toEqual([0, 0]);
});
