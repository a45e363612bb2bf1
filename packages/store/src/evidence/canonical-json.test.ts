import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ left: undefined, nested: { z: {}, y: [] } }, '{"nested":{"y":[],"z":{}}}'],
  // Keys by their UTF-8 bytes: capitals first, then by code point, an emoji after a private character.
  [{ a: 1, B: 2, é: 3, '\u{1F600}': 4, '\uE000': 5, '': 6 }, '{"":6,"B":2,"a":1,"é":3,"\uE000":5,"😀":4}'],
  ['\u0000\u001f\b\t\n\f\r"\\/\u007f\u2028é', '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028é"'],
  [
    [0, -0, 1.5, -2.25, 1e21, 1.5e22, 1e-7, 123e-20, 9007199254740991],
    '[0,0,1.5,-2.25,1000000000000000000000,15000000000000000000000,0.0000001,0.00000000000000000123,9007199254740991]',
  ],
  [new Date(Date.UTC(2026, 1, 3)).toISOString(), '"2026-02-03T00:00:00.000Z"'],
])('%j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('one value has one text, whatever the order of its keys, and the text reads as the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])('%s is refused', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, member]) => [key, reversed(member)]));
}
