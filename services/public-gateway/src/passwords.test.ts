import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords();

test('a password matches its own hash and no other', async () => {
  const hash = await passwords.hash('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hash, 'correct horse battery')).toBe(true);
  expect(await passwords.matches(hash, 'correct horse batterY')).toBe(false);
});

test('where no account is, no password matches, not even the one behind the stand-in', async () => {
  expect(await passwords.matches(null, 'the password of nobody')).toBe(false);
});

test('two checks and sixteen that wait are admitted, the next is refused before it has begun', async () => {
  let begun = 0;
  let finish = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const work = () => {
    begun += 1;
    return end;
  };
  const takenBack: string[] = [];
  const counted = (name: string) => ({ takeBack: async () => void takenBack.push(name) });
  const admitted = Array.from({ length: 18 }, () => passwords.admit(counted('admitted'), work));
  await expect(passwords.admit(counted('refused'), work)).rejects.toMatchObject({
    code: 'busy',
    status: 503,
    retryAfterSeconds: 5,
  });
  expect(begun).toBe(18);
  expect(takenBack).toEqual(['refused']);
  finish();
  await Promise.all(admitted);
  await expect(passwords.admit(counted('failed'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(passwords.admit(counted('again'), () => Promise.resolve('again'))).resolves.toBe('again');
  expect(takenBack).toEqual(['refused']);
});
