import { expect, test } from 'vitest';
import { createPasswordQueue } from './passwords.ts';

test('18 password checks are admitted at the same time, and the next is refused before it begins', async () => {
  const admit = createPasswordQueue();
  let begun = 0;
  let finish = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const work = () => {
    begun += 1;
    return end;
  };
  const takenBack: string[] = [];
  const counted = (name: string) => ({ undo: async () => void takenBack.push(name) });
  const admitted = Array.from({ length: 18 }, () => admit(counted('admitted'), work));
  await expect(admit(counted('refused'), work)).rejects.toMatchObject({
    code: 'busy',
    status: 503,
    retryAfterSeconds: 5,
  });
  expect(begun).toBe(18);
  expect(takenBack).toEqual(['refused']);
  finish();
  await Promise.all(admitted);
  await expect(admit(counted('failed'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(admit(counted('again'), () => Promise.resolve('again'))).resolves.toBe('again');
  expect(takenBack).toEqual(['refused']);
});
