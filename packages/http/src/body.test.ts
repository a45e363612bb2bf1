import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './body.ts';

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
