import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialPrefixes, mintCredential, parseCredential } from './credentials.ts';

const prefixes = Object.values(credentialPrefixes);

test.each(prefixes)('a credential with the prefix %s is parsed into its prefix and the stored hash', (prefix) => {
  const { secret, hash, lastFour } = mintCredential(prefix);
  expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{49}$`));
  expect(lastFour).toBe(secret.slice(-4));
  expect(hash).toEqual(createHash('sha256').update(secret).digest());
  expect(parseCredential(secret)).toEqual({ prefix, hash });
});

test('no two credentials are equal', () => {
  const secrets = Array.from({ length: 1000 }, () => mintCredential(credentialPrefixes.session).secret);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test('a credential with one changed character is refused without a lookup', () => {
  const { secret } = mintCredential(credentialPrefixes.testKey);
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (at, other) => {
      fc.pre(secret[at] !== other);
      return parseCredential(secret.slice(0, at) + other + secret.slice(at + 1)) === null;
    }),
  );
});

test("a test key can't be turned into a live key by changing its prefix", () => {
  const { secret } = mintCredential(credentialPrefixes.testKey);
  expect(parseCredential(secret.replace('eak_test_', 'eak_live_'))).toBeNull();
});

test("any string that isn't a credential is refused without an exception", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...prefixes).chain((p) => fc.string().map((s) => p + s)),
  );
  fc.assert(fc.property(text, (invented) => parseCredential(invented) === null));
});
