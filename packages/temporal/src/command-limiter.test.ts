import { expect, test } from 'vitest';
import { createCommandLimiter } from './command-limiter.ts';

const bounds = { alone: 4, together: 2, maxWaitMs: 3_600_000 };

/** Requests this many permits. Returns the functions that release the permits acquired so far, in order. */
function crowd(limiter: ReturnType<typeof createCommandLimiter>, key: string, count: number) {
  const held: (() => void)[] = [];
  for (let acquired = 0; acquired < count; acquired += 1) {
    // Permits that are still waiting when the test ends are rejected later.
    void limiter.acquire(key).then(
      ({ release }) => held.push(release),
      () => {},
    );
  }
  return held;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the only active key has four permits at a time, and gets a fifth when one is released', async () => {
  const held = crowd(createCommandLimiter(bounds), 'a', 5);
  await settled();
  expect(held).toHaveLength(4);
  held[0]?.();
  await settled();
  expect(held).toHaveLength(5);
});

test('a key has two permits at a time if another was active just before, and gets a third when one is released', async () => {
  const limiter = createCommandLimiter(bounds);
  (await limiter.acquire('b')).release();
  const held = crowd(limiter, 'a', 3);
  await settled();
  expect(held).toHaveLength(2);
  held[0]?.();
  await settled();
  expect(held).toHaveLength(3);
});

test('when another key becomes active, a key goes from four permits to two as it releases its own', async () => {
  const limiter = createCommandLimiter(bounds);
  const held = crowd(limiter, 'a', 6);
  await settled();
  expect(crowd(limiter, 'b', 1)).toBeDefined();
  await settled();
  held[0]?.();
  held[1]?.();
  await settled();
  expect(held).toHaveLength(4); // two of them have been released
  held[2]?.();
  await settled();
  expect(held).toHaveLength(5);
});

test('ten seconds after the last permit of another key, a key has four permits again, and its waiting requests are admitted', async () => {
  let at = 0;
  const limiter = createCommandLimiter(bounds, () => at);
  (await limiter.acquire('b')).release();
  const held = crowd(limiter, 'a', 6);
  await settled();
  at = 9999;
  held[0]?.();
  await settled();
  expect(held).toHaveLength(3);
  at = 10_000;
  held[1]?.();
  await settled();
  expect(held).toHaveLength(6); // two of them have been released
});

test('a request that gets no permit in time is refused, and a key without requests takes no memory', async () => {
  const limiter = createCommandLimiter({ alone: 1, together: 1, maxWaitMs: 20 });
  const { release } = await limiter.acquire('a');
  await expect(limiter.acquire('a')).rejects.toMatchObject({ reason: 'late' });
  release();
  expect(limiter.size).toBe(0);
});
