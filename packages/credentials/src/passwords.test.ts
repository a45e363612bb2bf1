import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const passwords = createPasswordHasher();

test('a password is proven by the settings of its hash, and no other one is', async () => {
  const hash = await passwords.hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const settings = hash.slice(0, hash.lastIndexOf('$'));
  expect(await passwords.prove(settings, 'correct horse battery')).toBe(hash);
  expect(await passwords.prove(settings, 'correct horse batterY')).not.toBe(hash);
});

test('a hash with other parameters is proven by these', async () => {
  const settings = '$argon2id$v=19$m=8192,t=3,p=2$c29tZSBvdGhlciBzYWx0';
  expect(await passwords.prove(settings, 'correct horse battery')).toContain(`${settings}$`);
});

test('without an account nothing is proven twice', async () => {
  const [one, other] = [await passwords.prove(null, 'a password'), await passwords.prove(null, 'a password')];
  expect(one).not.toBe(other);
});
