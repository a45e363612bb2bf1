import { expect, test } from 'vitest';
import { createPostponingLimiter } from './postponing-limiter.ts';

test('a key has its number of permits, whatever other keys hold', () => {
  const { limiter } = atClock();
  const taken = [limiter.tryAcquire('a'), limiter.tryAcquire('a')];
  expect(taken.every((permit) => 'release' in permit)).toBe(true);
  expect(limiter.tryAcquire('a')).toHaveProperty('waitMs');
  expect(limiter.tryAcquire('b')).toHaveProperty('release');
});

test('a released permit is available at once', () => {
  const { limiter } = atClock();
  const [first] = [limiter.tryAcquire('a'), limiter.tryAcquire('a')];
  if (first && 'release' in first) first.release();
  expect(limiter.tryAcquire('a')).toHaveProperty('release');
});

test('postponed callers get times as far apart as permits are released', () => {
  const { limiter, pass } = atClock();
  limiter.tryAcquire('a');
  limiter.tryAcquire('a');
  pass(10_000); // they hang
  const waits = Array.from({ length: 5 }, () => waitOf(limiter.tryAcquire('a')));
  expect(waits).toEqual([15_000, 20_000, 25_000, 30_000, 35_000].map((ms) => ms));
});

test('nobody is postponed by less than the minimum', () => {
  const { limiter } = atClock();
  limiter.tryAcquire('a');
  limiter.tryAcquire('a');
  expect(waitOf(limiter.tryAcquire('a'))).toBeGreaterThanOrEqual(500);
});

test('a key without permits is forgotten', () => {
  const { limiter } = atClock();
  for (const key of ['a', 'b', 'c']) {
    const permit = limiter.tryAcquire(key);
    if ('release' in permit) permit.release();
  }
  expect(limiter.size).toBe(0);
});

function atClock() {
  let now = 0;
  const limiter = createPostponingLimiter(2, () => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

function waitOf(admission: ReturnType<ReturnType<typeof createPostponingLimiter>['tryAcquire']>): number {
  return 'waitMs' in admission ? admission.waitMs : 0;
}
