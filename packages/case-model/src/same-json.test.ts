import { expect, test } from 'vitest';
import { sameJson } from './same-json.ts';

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  ['1', 1, false],
  [undefined, undefined, true],
  [null, undefined, false],
])('%j and %j', (one, other, same) => {
  expect(sameJson(one, other)).toBe(same);
});
