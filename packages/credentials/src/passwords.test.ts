import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const passwords = await createPasswordHasher();

test('a password matches its own hash and no other', async () => {
  const hash = await passwords.hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse battery')).toBe(true);
  expect(await passwords.verify(hash, 'correct horse batterY')).toBe(false);
});

test('without an account no password matches, not even the one behind the stand-in hash', async () => {
  expect(await passwords.verify(null, 'the password of nobody')).toBe(false);
});
