import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { parseJson, readBody } from './body.ts';

afterEach(() => void vi.useRealTimers());

test('any JSON comes back as it was sent', () => {
  const value = fc.jsonValue({ maxDepth: 5 });
  fc.assert(
    fc.property(value, (sent) => {
      const text = JSON.stringify(sent);
      expect(JSON.stringify(parseJson(Buffer.from(text)))).toBe(text);
    }),
  );
});

test('an empty body is no value', () => {
  expect(parseJson(Buffer.alloc(0))).toBeUndefined();
});

test.each([
  ['half a document', '{"a":'],
  ['two documents', '{} {}'],
  ['a number that JSON has not', 'NaN'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['half a character', Buffer.from([0x22, 0xc3, 0x22])],
  ['a body nested 33 levels deep', '['.repeat(33) + ']'.repeat(33)],
  ['a body nested without end', '['.repeat(100_000) + ']'.repeat(100_000)],
])('%s is refused', (_name, body) => {
  expect(() => parseJson(Buffer.from(body))).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400 }));
});

test('32 levels are enough for every body of the interface, and allowed', () => {
  expect(() => parseJson(Buffer.from('['.repeat(32) + ']'.repeat(32)))).not.toThrow();
});

test('a body that comes at less than 64 KiB a second is given up after its grace of 10 seconds', async () => {
  vi.useFakeTimers();
  const { req, reading } = slowBody();
  let outcome = 'reading';
  reading.catch((error: Error) => (outcome = error.name));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome).toBe('reading');
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome).toBe('ApiError');
  expect(req.destroyed).toBe(false);
});

test('a body that keeps its pace is read however long it takes', async () => {
  vi.useFakeTimers();
  const { req, reading } = slowBody();
  for (let second = 0; second < 60; second += 1) {
    req.write(Buffer.alloc(64 * 1024));
    await vi.advanceTimersByTimeAsync(1000);
  }
  req.end();
  expect((await reading).bytes).toHaveLength(60 * 64 * 1024);
});

function slowBody() {
  const req = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } });
  return { req, reading: readBody(req as unknown as IncomingMessage, 14 * 1024 * 1024) };
}
