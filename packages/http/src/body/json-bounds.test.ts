import { bodyLimits, jsonLimits } from '@evict/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBounds } from './json-bounds.ts';

const unlimited = { depth: 10_000, values: 1e9, fieldsPerObject: 1e9, textBytes: 1e9 };
const withCode = (code: string) =>
  expect.objectContaining({ details: { issues: [expect.objectContaining({ path: '', code })] } }) as Error;

/** Counts values and field names together. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, item) => sum + countOf(item), 1 + names);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('values and nesting levels are counted exactly, regardless of whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const bytes = Buffer.from(JSON.stringify(value, null, space));
      const sent = JSON.parse(bytes.toString()) as unknown;
      const exact = { ...unlimited, values: countOf(sent), depth: depthOf(sent) };
      checkBounds(bytes, false, exact);
      expect(() => checkBounds(bytes, false, { ...exact, values: exact.values - 1 })).toThrow(withCode('too_many'));
      if (exact.depth === 0) return;
      expect(() => checkBounds(bytes, false, { ...exact, depth: exact.depth - 1 })).toThrow(withCode('unreadable'));
    }),
  );
});

test('the longest string is found, regardless of escapes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const bytes = Buffer.from(JSON.stringify(texts));
      const { start, end } = checkBounds(bytes, false, unlimited);
      const lengths = texts.map((one) => Buffer.byteLength(JSON.stringify(one)) - 2);
      expect(end - start).toBe(Math.max(...lengths));
      if (end > start) expect(texts).toContain(JSON.parse(bytes.toString('utf8', start - 1, end + 1)));
    }),
  );
});

test('any bytes can be checked without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { start, end } = checkBounds(Buffer.from(bytes), false, unlimited);
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
])('the check of a body admits %s and refuses %s as %s', (within, beyond, code) => {
  expect(() => checkBounds(Buffer.from(within), false, few)).not.toThrow();
  expect(() => checkBounds(Buffer.from(beyond), false, few)).toThrow(withCode(code));
});

test('the base64 content may be as large as an upload, but the rest of the body is limited like an ordinary body', () => {
  const content = 'A'.repeat(bodyLimits.upload - 100);
  expect(() => checkBounds(Buffer.from(`{"file":"${content}"}`), true)).not.toThrow();
  const padded = Buffer.from(`{"file":"QUJD"${' '.repeat(bodyLimits.default)}}`);
  expect(() => checkBounds(padded, true)).toThrow(expect.objectContaining({ status: 413 }) as Error);
  expect(() => checkBounds(Buffer.from(`["${content}"]`), false, jsonLimits)).toThrow(withCode('too_long'));
});

test('bytes that consist only of quotes and backslashes are checked in linear time', () => {
  const before = process.threadCpuUsage();
  for (const odd of ['\\', '"', '\\"', '"\\']) checkBounds(Buffer.from(`"${odd.repeat(1_000_000)}`), false, unlimited);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000);
});
