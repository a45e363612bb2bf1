import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

test('a reading that never ends is late, and one that ends or fails is itself', async () => {
  await expect(inTime(new Promise(() => {}), 1, 'large')).resolves.toBe('large');
  await expect(inTime(Promise.resolve('read'), 60_000, 'large')).resolves.toBe('read');
  await expect(inTime(Promise.reject(new Error('locked')), 60_000, 'large')).rejects.toThrow('locked');
});
