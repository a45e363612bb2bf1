import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('only one caller at a time holds the lock, and each caller that has to wait is told so once', async () => {
  let inside = 0;
  let most = 0;
  let waited = 0;
  const use = async () => {
    inside += 1;
    most = Math.max(most, inside);
    // The first caller keeps the lock until both others are waiting for it.
    await vi.waitUntil(() => waited === 2, { timeout: 60_000, interval: 10 });
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(join(dir, 'l'), () => (waited += 1), use)));
  expect({ most, waited }).toEqual({ most: 1, waited: 2 });
});

test('the lock of an ended process is taken over', async () => {
  await writeFile(join(dir, 'l'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
  expect(
    await withLock(
      join(dir, 'l'),
      () => {},
      async () => 'done',
    ),
  ).toBe('done');
});

test('the lock file is removed after success and after failure', async () => {
  await withLock(
    join(dir, 'l'),
    () => {},
    async () => {},
  );
  await expect(
    withLock(
      join(dir, 'l'),
      () => {},
      () => Promise.reject(new Error('no')),
    ),
  ).rejects.toThrow('no');
  expect(await readdir(dir)).toEqual([]);
});
