import { type IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { memoryOf } from './read-body.ts';
import { createBodyReader } from './receive-bytes.ts';

const limitBytes = 14 * 1024 * 1024;
const read = createBodyReader({ bodyLimitBytes: limitBytes });
const app = new Koa();

/** Returns a request whose headers have arrived, and the pending read of its body. */
function receive() {
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
  const req = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers, socket: {} });
  const message = req as unknown as IncomingMessage;
  const reading = read(app.createContext(message, new ServerResponse(message)));
  return { req, reading };
}

test.each([
  ['single bytes', 1, 200_000],
  ['large chunks', 300_000, 4_000_000],
])('a body in %s arrives unchanged', async (_chunks, chunkBytes, totalBytes) => {
  const sent = Buffer.alloc(totalBytes, ' \n');
  const { req, reading } = receive();
  for (let at = 0; at < totalBytes; at += chunkBytes) req.write(sent.subarray(at, at + chunkBytes));
  req.end();
  expect((await reading).equals(sent)).toBe(true);
});

test('the memory reserved for a large body is a multiple of its length, or of its limit if it is chunked, and a small body reserves none', () => {
  const request = (headers: object) => ({ headers }) as IncomingMessage;
  const route = { bodyLimitBytes: 4_000_000 };
  expect(memoryOf(request({ 'content-length': '65536' }), route)).toBe(0);
  expect(memoryOf(request({ 'content-length': '65537' }), route)).toBe(4 * 65_537);
  expect(memoryOf(request({ 'content-length': '65537' }), { ...route, contentField: 'file' })).toBe(2 * 65_537);
  expect(memoryOf(request({ 'transfer-encoding': 'chunked' }), route)).toBe(16_000_000);
  expect(memoryOf(request({ 'transfer-encoding': 'chunked' }), { bodyLimitBytes: 65_536 })).toBe(0);
});

test('a body is refused at its first byte over the limit, before it ends', async () => {
  const { req, reading } = receive();
  req.write(Buffer.alloc(limitBytes, ' '));
  req.write(' ');
  await expect(reading).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
  expect(req.destroyed).toBe(false);
});

test('a body that is cut off is refused, even if it was cut off before the gateway begins to read it', async () => {
  const { req, reading } = receive();
  req.write('{"a":');
  req.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
  const gone = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: req.headers, socket: {} });
  gone.destroy();
  const message = gone as unknown as IncomingMessage;
  const late = read(app.createContext(message, new ServerResponse(message)));
  await expect(late).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
});
