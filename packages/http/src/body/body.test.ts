import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import fc from 'fast-check';
import Koa from 'koa';
import { afterEach, expect, test, vi } from 'vitest';
import { createBodyReader } from './body.ts';

const limitBytes = 14 * 1024 * 1024;
const reader = createBodyReader({ bodyLimitBytes: limitBytes });
const read = async (ctx: Koa.Context) => (await reader.receive(ctx)).parse();
const app = new Koa();

afterEach(() => void vi.useRealTimers());

/** Lets what waits for a file go on, also where the clock stands still. */
const turn = promisify(setImmediate);

const chunked = { 'transfer-encoding': 'chunked' };
const jsonInChunks = { ...chunked, 'content-type': 'application/json' };

/** A request whose head has come, and the reading of its body. One that does not say its length goes through a file. */
function receive(head: Readonly<Record<string, string>> = chunked) {
  const headers = { ...head, 'content-type': 'application/json' };
  const req = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers, socket: {} });
  const message = req as unknown as IncomingMessage;
  const reading = read(app.createContext(message, new ServerResponse(message)));
  return { req, reading };
}

/** What comes of a body, which is the same whether it is kept in memory or goes through a file. */
async function readAll(...chunks: (string | Uint8Array)[]) {
  const length = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
  const [small, large] = [receive({ 'content-length': String(length) }), receive()];
  for (const { req } of [small, large]) {
    for (const chunk of chunks) req.write(chunk);
    req.end();
  }
  const [ofSmall, ofLarge] = await Promise.allSettled([small.reading, large.reading]);
  expect(ofSmall).toEqual(ofLarge);
  return large.reading;
}

test('any JSON is parsed as it was sent, and the hash is of its bytes, however they are chunked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.nat(), async (sent, at) => {
      const bytes = Buffer.from(JSON.stringify(sent));
      // Koa-body refuses this name everywhere, as the tests of the gateway show.
      fc.pre(!bytes.includes('__proto__'));
      const cut = at % (bytes.length + 1);
      const { value, hash } = await readAll(bytes.subarray(0, cut), bytes.subarray(cut));
      expect(JSON.stringify(value)).toBe(bytes.toString());
      expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});

test('an empty body has no value, and an empty string is one', async () => {
  expect(await readAll()).toEqual({ value: undefined, hash: createHash('sha256').digest('hex') });
  expect((await readAll('""')).value).toBe('');
});

test.each([
  ['half a document', '{"a":'],
  ['two documents', '{} {}'],
  ['nothing but space', ' '],
  ['a number that JSON has not', 'NaN'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['half a character', Buffer.from([0x22, 0xc3, 0x22])],
  ['half a character at the end', Buffer.from([0x7b, 0x7d, 0xc3])],
  ['half of a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['a body nested 33 levels deep', '['.repeat(33) + ']'.repeat(33)],
  ['a body nested without end', '['.repeat(100_000) + ']'.repeat(100_000)],
])('%s is refused', async (_name, body) => {
  const fault = await readAll(body).then(
    ({ fault: found }) => found,
    (error: unknown) => error,
  );
  expect(fault).toMatchObject({ code: 'invalid_request', status: 400 });
});

test('a small body of unknown length does not wait for the limiter of large ones', async () => {
  const largeBytesOf = async (length: number) => {
    const req = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: jsonInChunks, socket: {} });
    const message = req as unknown as IncomingMessage;
    const receiving = reader.receive(app.createContext(message, new ServerResponse(message)));
    req.end(`{}${' '.repeat(length - 2)}`);
    const received = await receiving;
    expect(await received.parse()).toMatchObject({ value: {} });
    return received.largeBytes;
  };
  expect(await largeBytesOf(256 * 1024)).toBe(0);
  expect(await largeBytesOf(256 * 1024 + 1)).toBe(256 * 1024 + 1);
});

test('a complete body that is not JSON still has a hash, to which an Idempotency-Key is bound', async () => {
  const { hash, fault } = await readAll('{"a":');
  expect(fault?.code).toBe('invalid_request');
  expect(hash).toBe(createHash('sha256').update('{"a":').digest('hex'));
});

test('a refusal repeats nothing of the body', async () => {
  const { fault: refused } = await readAll('{"name":"Robin Example"');
  expect(JSON.stringify(refused)).not.toContain('Robin');
  expect(refused).not.toHaveProperty('cause.message');
});

test('32 levels are enough for every body of the interface, and allowed', async () => {
  await expect(readAll('['.repeat(32) + ']'.repeat(32))).resolves.toBeDefined();
});

test('a body is refused at its first byte over the limit, before its end', async () => {
  const { req, reading } = receive();
  req.write(Buffer.alloc(limitBytes, ' '));
  req.write(' ');
  await expect(reading).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
  expect(req.destroyed).toBe(false);
});

test('text that is not UTF-8 is refused at once, before its end', async () => {
  const { req, reading } = receive();
  req.write(Buffer.from([0x22, 0xff]));
  await expect(reading).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a body that ends early is refused, even before it is read', async () => {
  const { req, reading } = receive();
  req.write('{"a":');
  req.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
  const gone = Object.assign(new PassThrough(), { method: 'POST', headers: req.headers, socket: {} });
  gone.destroy();
  const message = gone as unknown as IncomingMessage;
  const late = read(app.createContext(message, new ServerResponse(message)));
  await expect(late).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
});

test('a body slower than 64 KiB a second is refused after a grace of 10 seconds', async () => {
  vi.useFakeTimers();
  const { req, reading } = receive();
  let outcome = 'reading';
  reading.catch((error: Error) => (outcome = error.name));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome).toBe('reading');
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome).toBe('ApiError');
  expect(req.destroyed).toBe(false);
});

test('of a refused body nothing is kept, and nothing more is read', async () => {
  vi.useFakeTimers();
  const { req, reading } = receive();
  reading.catch(() => {});
  await vi.advanceTimersByTimeAsync(11_000);
  expect(req.listenerCount('data')).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that is fast enough is read however long it takes', async () => {
  vi.useFakeTimers();
  const { req, reading } = receive();
  for (let second = 0; second < 60; second += 1) {
    req.write(Buffer.alloc(64 * 1024, ' '));
    while (req.readableLength > 0) await turn();
    await vi.advanceTimersByTimeAsync(1000);
  }
  req.end('{}');
  expect((await reading).value).toEqual({});
});
