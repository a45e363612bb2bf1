import { bodyLimits, jsonLimits } from '@evict/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBounds } from './json-bounds.ts';

const unlimited = { depth: 10_000, values: 1e9, fieldsPerObject: 1e9, textBytes: 1e9 };
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
const withCode = (code: string) =>
  expect.objectContaining({ details: { issues: [expect.objectContaining({ path: '', code })] } }) as Error;

/** Adds the bytes in pieces of these sizes. */
function add(limits: typeof unlimited, bytes: Buffer, pieces: readonly number[] = []): JsonBounds {
  const bounds = new JsonBounds({ hasContent: false }, limits);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const end = at + (pieces[turn % pieces.length] ?? bytes.length);
    bounds.add(bytes.subarray(at, end));
    at = end;
  }
  return bounds;
}

/** Values and field names together. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, item) => sum + countOf(item), 1 + names);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('values and levels are counted as the parser counts them, however they are spaced and chunked', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), sizes, (value, space, pieces) => {
      const bytes = Buffer.from(JSON.stringify(value, null, space));
      const sent = JSON.parse(bytes.toString()) as unknown;
      const exact = { ...unlimited, values: countOf(sent), depth: depthOf(sent) };
      add(exact, bytes, pieces);
      expect(() => add({ ...exact, values: exact.values - 1 }, bytes, pieces)).toThrow(withCode('too_many'));
      if (exact.depth === 0) return;
      expect(() => add({ ...exact, depth: exact.depth - 1 }, bytes, pieces)).toThrow(withCode('unreadable'));
    }),
  );
});

test('the longest text is found, however it is escaped and chunked', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), sizes, (texts, pieces) => {
      const bytes = Buffer.from(JSON.stringify(texts));
      const { start, end } = add(unlimited, bytes, pieces).longestText;
      const lengths = texts.map((one) => Buffer.byteLength(JSON.stringify(one)) - 2);
      expect(end - start).toBe(Math.max(...lengths));
      if (end > start) expect(texts).toContain(JSON.parse(bytes.toString('utf8', start - 1, end + 1)));
    }),
  );
});

test('whatever the bytes are, they can be counted', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), sizes, (bytes, pieces) => {
      const { start, end } = add(unlimited, Buffer.from(bytes), pieces).longestText;
      expect(end - start).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

const few = { depth: 3, values: 10, fieldsPerObject: 2, textBytes: 6 };
test.each<[string, string, string]>([
  ['[[[]]]', '[[[[]]]]', 'unreadable'],
  ['[1,2,3,4,5,6,7,8,9]', '[1,2,3,4,5,6,7,8,9,10]', 'too_many'],
  ['[{},{},{},{},{},{},{},{},{}]', '[{},{},{},{},{},{},{},{},{},{}]', 'too_many'],
  ['[{"a":1,"b":1},{"a":1}]', '[{"a":1,"b":1,"c":1}]', 'too_many'],
  ['["123456"]', '["1234567"]', 'too_long'],
  ['{"123456":1}', '{"1234567":1}', 'too_long'],
  ['["1234\\""]', '["12345\\""]', 'too_long'],
])('%s is at a limit, and %s beyond it: %s', (within, beyond, code) => {
  for (const pieces of [[], [1], [2]]) {
    expect(() => add(few, Buffer.from(within), pieces)).not.toThrow();
    expect(() => add(few, Buffer.from(beyond), pieces)).toThrow(withCode(code));
  }
});

test('14 MB of nothing are refused long before their end', () => {
  const bounds = new JsonBounds({ hasContent: false });
  const chunk = Buffer.from('{},'.repeat(20_000));
  bounds.add(Buffer.from('['));
  let taken = 0;
  const takeAll = () => {
    for (; taken < bodyLimits.upload; taken += chunk.length) bounds.add(chunk);
  };
  expect(takeAll).toThrow(withCode('too_many'));
  expect(taken).toBeLessThan(bodyLimits.upload / 50);
});

test('the content may fill an upload, and all other fields together no more than any other body', () => {
  const upload = () => new JsonBounds({ hasContent: true });
  const content = 'A'.repeat(bodyLimits.upload - 100);
  expect(() => upload().add(Buffer.from(`{"file":"${content}"}`))).not.toThrow();
  const padded = Buffer.from(`{"file":"QUJD"${' '.repeat(bodyLimits.default)}}`);
  expect(() => upload().add(padded)).toThrow(expect.objectContaining({ status: 413 }) as Error);
  expect(() => add(jsonLimits, Buffer.from(`["${content}"]`))).toThrow(withCode('too_long'));
});
