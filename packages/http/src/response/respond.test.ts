import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Limiter } from '@evict/limiter';
import Koa from 'koa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LargeJson } from '../call.ts';
import { type HandlerResult, prepare, presentBatches, send } from './respond.ts';

const streamsAtOnce = 2;
const readersAtOnce = 4;

/** A server of these responses to one caller, who has two streams. */
async function serve(result: () => HandlerResult) {
  const streams = new Limiter({ perKey: streamsAtOnce, maxPresent: 100, maxWaitMs: 60_000 });
  const largeValues = new Limiter({ perKey: 1, maxPresent: 100, maxWaitMs: 60_000 });
  let sending = 0;
  const app = new Koa().use(async (ctx) => {
    const made = await prepare(result());
    sending += 1;
    await send(ctx, made, { streams, largeValues, owner: 'a', release: () => {} });
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
    sending: () => sending,
    /** Sends a request on a connection that reads nothing until `read`. */
    ask() {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void socket.destroy());
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return { read: async () => (await buffer(socket)).toString() };
    },
  };
}

test('large values are written one at a time, as they are read', async () => {
  let [began, atOnce, most] = [0, 0, 0];
  const text = Buffer.from(JSON.stringify('x'.repeat(15_000_000))); // more than the system takes for a reader
  const large = new LargeJson(async () => {
    began += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return text;
  });
  const server = await serve(() => ({ status: 200, large }));
  const readers = Array.from({ length: readersAtOnce }, () => server.ask());
  await vi.waitFor(() => expect([server.sending(), began]).toEqual([readersAtOnce, streamsAtOnce]), {
    timeout: 60_000,
  });
  const bodies = await Promise.all(readers.map(({ read }) => read()));
  for (const body of bodies) expect(body.endsWith(text.toString())).toBe(true);
  expect([began, most]).toEqual([readersAtOnce, 1]);
}, 120_000);

test.each(['large', 'small'])(
  'a list of %s items first holds nothing while it waits for a stream, and comes whole',
  async (size) => {
    let open = 0;
    const items = Array.from({ length: 150 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
    const gone = new LargeJson(async () => null);
    const last = new LargeJson(async () => Buffer.from('"last"'));
    async function* read() {
      open += 1;
      try {
        for (const item of items) yield [item];
      } finally {
        open -= 1;
      }
    }
    async function* batches() {
      if (size === 'large') yield [gone];
      yield* presentBatches(read, (item) => item)();
      yield [gone, last];
    }
    const server = await serve(() => ({
      status: 200,
      streamed: { list: 'items', batches, after: () => ({ end: 1 }) },
    }));
    const readers = Array.from({ length: readersAtOnce }, () => server.ask());
    await vi.waitFor(() => expect([server.sending(), open]).toEqual([readersAtOnce, streamsAtOnce]), {
      timeout: 60_000,
    });
    const bodies = await Promise.all(readers.map(({ read: whole }) => whole()));
    for (const body of bodies) {
      const json = body
        .slice(body.indexOf('\r\n\r\n') + 4)
        .replaceAll(/\r\n[0-9a-f]+\r\n/g, '')
        .replaceAll(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, '');
      expect(JSON.parse(json)).toEqual({ items: [...items, 'last'], end: 1 });
    }
    expect(open).toBe(0);
  },
  120_000,
);
