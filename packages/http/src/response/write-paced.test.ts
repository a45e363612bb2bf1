import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { writePaced } from './write-paced.ts';

afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A response to a reader who has not read anything yet. */
async function respond(respondWith: (res: ServerResponse) => Promise<boolean>) {
  let outcome: Promise<boolean | Error> = Promise.resolve(false);
  const server = createServer((_req, res) => {
    outcome = respondWith(res).catch((error: Error) => error);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return { response, outcome: () => outcome };
}

async function* counted(pieces: number, taken: { count: number }) {
  for (; taken.count < pieces; taken.count += 1) yield Buffer.alloc(256 * 1024, taken.count);
}

test('a body of any length arrives complete, in its chunks', async () => {
  const taken = { count: 0 };
  const { response, outcome } = await respond((res) => writePaced(res, counted(40, taken)));
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  expect(length).toBe(40 * 256 * 1024);
  expect(await outcome()).toBe(true);
});

test('no chunk is requested before the client has read the last one', async () => {
  const taken = { count: 0 };
  const pieces = 400; // 100 MB: more than any system keeps for a connection
  await respond((res) => writePaced(res, counted(pieces, taken)));
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = taken.count === before;
        before = taken.count;
        return isStill;
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBe(true);
  expect(taken.count).toBeLessThan(pieces / 2);
});

test('a chunk that fails closes the connection, so that nobody takes half a body for all of it', async () => {
  let arrived = () => {};
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const failing = async function* () {
    yield Buffer.from('half');
    await hasArrived;
    throw new Error('the database is gone');
  };
  const { response, outcome } = await respond((res) => writePaced(res, failing()));
  response.resume();
  arrived();
  await new Promise((resolve) => response.once('close', resolve));
  expect(response.complete).toBe(false);
  expect(await outcome()).toMatchObject({ message: 'the database is gone' });
});

test('no more chunks are made for a client who has left', async () => {
  const taken = { count: 0 };
  const { response, outcome } = await respond((res) => writePaced(res, counted(400, taken)));
  response.destroy();
  expect(await outcome()).toBe(false);
  expect(taken.count).toBeLessThan(400);
});

/**
 * A response whose reader takes what `take` lets through, without a system in between that takes anything by itself.
 */
function fakeResponse() {
  let unread = 0;
  const listeners = new Map<string, () => void>();
  const res = {
    destroyed: false,
    writableFinished: false,
    get writableLength() {
      return unread;
    },
    write(slice: Uint8Array) {
      unread += slice.length;
      return false;
    },
    end() {},
    once: (event: string, listener: () => void) => listeners.set(event, listener),
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    removeListener: () => {},
    destroy() {
      res.destroyed = true;
      listeners.get('close')?.();
    },
  };
  const take = () => {
    unread = 0;
    listeners.get('drain')?.();
  };
  return { res: res as unknown as ServerResponse, take };
}

test('a client slower than 64 KiB a second is cut off after a grace of ten seconds, a faster one never', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const slow = fakeResponse();
  const slowOutcome = writePaced(slow.res, counted(100, { count: 0 }));
  const steady = fakeResponse();
  const steadyOutcome = writePaced(steady.res, counted(100, { count: 0 }));
  for (let second = 0; second < 10; second += 1) {
    await turn();
    steady.take();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(slow.res.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.res.destroyed).toBe(true);
  expect(await slowOutcome).toBe(false);
  for (let second = 0; second < 60; second += 1) {
    await turn();
    steady.take();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(steady.res.destroyed).toBe(false);
  steady.res.destroy();
  expect(await steadyOutcome).toBe(false);
});
