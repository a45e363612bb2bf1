import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password matches its hash, and no other password does', async () => {
  const known = await hashPassword('correct horse battery');
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(known, 'correct horse battery')).toBe(true);
  expect(await isPassword(known, 'correct horse batterY')).toBe(false);
  expect(await isPassword(known, '')).toBe(false);
});

test('a hash made with other parameters is verified with those parameters', async () => {
  const known = '$argon2id$v=19$m=1024,t=3,p=2$c29tZSBvdGhlciBzYWx0$ORb1e1or99anC4f9+zsF9K+97DcpHCdN3fMx8tkp60w';
  expect(await isPassword(known, 'correct horse battery')).toBe(true);
  expect(await isPassword(known, 'another password')).toBe(false);
});

test('no password is correct if there is no account', async () => {
  expect(await isPassword(null, 'a password')).toBe(false);
});
