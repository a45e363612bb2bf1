import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const key = 'a secret key of at least thirty-two characters';
const newer = 'another key of at least thirty-two characters';
const seal = createSeal([key], 'customer');

test('what is sealed opens until its time is over, and never twice the same', () => {
  const one = seal.seal('ess_token', 1000);
  expect([seal.open(one, 999), seal.open(one, 1000)]).toEqual(['ess_token', null]);
  expect(seal.seal('ess_token', 1000)).not.toBe(one);
});

test('a cookie outlives a rotation, and is sealed under the newest key from then on', () => {
  const rotated = createSeal([newer, key], 'customer');
  expect(rotated.open(seal.seal('ess_token', 1000), 0)).toBe('ess_token');
  expect(createSeal([newer], 'customer').open(rotated.seal('ess_token', 1000), 0)).toBe('ess_token');
});

test('nothing else opens: other keys, other purposes, changed bytes, any text', () => {
  const one = seal.seal('ess_token', 1000);
  expect(createSeal([newer], 'customer').open(one, 0)).toBeNull();
  expect(createSeal([key], 'attorney').open(one, 0)).toBeNull();
  const bytes = Buffer.from(one, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seal.open(changed.toString('base64url'), 0)).toBeNull();
  }
  for (const text of [undefined, '', 'a', one.slice(1), 'x'.repeat(100_000)]) expect(seal.open(text, 0)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => seal.open(text, 0) === null));
});
