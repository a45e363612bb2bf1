import { limits } from '@evict/contract';
import { acquireSlot, acquireToken, releaseSlot, secondsUntilFree } from '@evict/store/requests';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const url = await cloneDatabase();
// Two pools represent two processes.
const stores = [openTestStore(url), openTestStore(url)] as const;
const [store] = stores;
afterAll(() => Promise.all(stores.map((one) => one.close())));

const window = { count: 5, windowSeconds: 60 };

test('a limit of 5 admits exactly 5 of 50 concurrent requests from two processes', async () => {
  const admissions = await Promise.all(
    Array.from({ length: 50 }, (_, index) => acquireSlot(stores[index % 2 ? 0 : 1], 'at once', window)),
  );
  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
  for (const admission of admissions) {
    if (!admission.admitted) expect(admission.retryAfterSeconds).toBeGreaterThan(50);
  }
});

test('each rate-limit key has its own window', async () => {
  await fill('one');
  expect(await acquireSlot(store, 'another', window)).toEqual({ admitted: true });
});

test('another hit is admitted as soon as the oldest hit leaves the rate-limit window', async () => {
  const acquire = () => acquireSlot(store, 'sliding', window);
  await fill('sliding');
  const full = await withinASecond('sliding', [59, 30, 20, 10, 0], async () => [await acquire()]);
  expect(full).toEqual([{ admitted: false, retryAfterSeconds: 1 }]);
  const moved = await withinASecond('sliding', [60, 59, 20, 10, 0], async () => [await acquire(), await acquire()]);
  expect(moved).toEqual([{ admitted: true }, { admitted: false, retryAfterSeconds: 1 }]);
});

test("a refused hit doesn't delay the next admission", async () => {
  await fill('refused');
  const acquire = () => acquireSlot(store, 'refused', window);
  const thrice = async () => [await acquire(), await acquire(), await acquire()];
  const refusal = { admitted: false, retryAfterSeconds: 20 };
  expect(await withinASecond('refused', [40, 0, 0, 0, 0], thrice)).toEqual([refusal, refusal, refusal]);
});

test('hits that are in the future because the clock was set back still count', async () => {
  await setHits('ahead', [-30, -31, -32, -33]);
  expect(await acquireSlot(store, 'ahead', window)).toEqual({ admitted: true });
  expect(await acquireSlot(store, 'ahead', window)).toMatchObject({ admitted: false });
});

test("checking a limit doesn't count as a hit", async () => {
  expect(await secondsUntilFree(store, 'looked at', window)).toBeNull();
  await fill('looked at');
  const look = () => secondsUntilFree(store, 'looked at', window);
  expect(await withinASecond('looked at', [50, 0, 0, 0, 0], look)).toBe(10);
  expect(await secondsUntilFree(store, 'looked at', { ...window, count: 6 })).toBeNull();
});

test('a released slot can be acquired again, and releasing more slots than were acquired has no further effect', async () => {
  await fill('given back');
  await releaseSlot(store, 'given back');
  expect(await acquireSlot(store, 'given back', window)).toEqual({ admitted: true });
  expect(await acquireSlot(store, 'given back', window)).toMatchObject({ admitted: false });
  for (let i = 0; i < window.count + 1; i += 1) await releaseSlot(store, 'given back');
  await fill('given back');
  expect(await acquireSlot(store, 'given back', window)).toMatchObject({ admitted: false });
});

test.each(Object.entries(limits))('the rate limit %s admits exactly the hits that it allows', async (name, limit) => {
  const take = limit.count > 1000 ? acquireToken : acquireSlot;
  const key = `full ${name}`;
  // All hits except the last are stored at once, which counts the same.
  if (take === acquireToken) await fillBucket(key, limit.count - 1, limit);
  else
    await setHits(
      key,
      Array.from({ length: limit.count - 1 }, () => 0),
    );
  expect(await take(store, key, limit)).toEqual({ admitted: true });
  expect(await take(store, key, limit)).toMatchObject({ admitted: false });
});

test('a bucket of 7 tokens admits exactly 7 of 50 concurrent requests from two processes', async () => {
  const bucket = { count: 7, windowSeconds: 3600 };
  const admissions = await Promise.all(
    Array.from({ length: 50 }, (_, index) => acquireToken(stores[index % 2 ? 0 : 1], 'tokens at once', bucket)),
  );
  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(7);
  for (const admission of admissions) {
    if (!admission.admitted) expect(admission.retryAfterSeconds).toBeGreaterThan(3600 / 7 - 60);
  }
});

test('tokens return evenly, and never exceed the size of the bucket', async () => {
  const bucket = { count: 60, windowSeconds: 3600 };
  const takeAll = async () => {
    for (let taken = 0; ; taken += 1) if (!(await acquireToken(store, 'evenly', bucket)).admitted) return taken;
  };
  expect(await takeAll()).toBe(60);
  expect(await acquireToken(store, 'evenly', bucket)).toEqual({
    admitted: false,
    retryAfterSeconds: expect.any(Number),
  });
  await pass('evenly', 61);
  expect(await takeAll()).toBe(1);
  await pass('evenly', 601);
  expect(await takeAll()).toBe(10);
  await pass('evenly', 1_000_000);
  expect(await takeAll()).toBe(60);
});

/** Creates a bucket from which this many tokens have been taken. */
async function fillBucket(
  key: string,
  taken: number,
  { count, windowSeconds }: { count: number; windowSeconds: number },
) {
  await setHits(key, [(-taken * windowSeconds) / count]);
}

/** Moves the hits of a key this many seconds into the past, instead of waiting. */
async function pass(key: string, seconds: number): Promise<void> {
  await store.pool.query(
    `UPDATE "RateLimit" SET hits = ARRAY(SELECT hit - make_interval(secs => $2) FROM unnest(hits) hit) WHERE key = $1`,
    [key, seconds],
  );
}

async function fill(key: string): Promise<void> {
  for (let i = 0; i < window.count; i += 1) expect(await acquireSlot(store, key, window)).toEqual({ admitted: true });
}

/** Stores hits from this many seconds ago, instead of waiting. */
async function setHits(key: string, secondsAgo: number[]): Promise<void> {
  await store.pool.query(
    `INSERT INTO "RateLimit" (key, hits)
      SELECT $1, array_agg(clock_timestamp() - make_interval(secs => ago) ORDER BY ago DESC) FROM unnest($2::float8[]) ago
      ON CONFLICT (key) DO UPDATE SET hits = EXCLUDED.hits`,
    [key, secondsAgo],
  );
}

/** Stores hits and acts right after. Starts over if that took a second, because a hit may have left the window. */
async function withinASecond<T>(key: string, secondsAgo: number[], act: () => Promise<T>): Promise<T> {
  for (;;) {
    const begun = performance.now();
    await setHits(key, secondsAgo);
    const outcome = await act();
    if (performance.now() - begun < 900) return outcome;
  }
}
