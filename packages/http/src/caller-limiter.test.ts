import { afterEach, expect, test, vi } from 'vitest';
import { createCallerLimiter, type Share } from './caller-limiter.ts';

afterEach(() => void vi.useRealTimers());

/** Lets everything go on that waits for nothing but its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Acquires shares in this order; tells who has entered so far. */
function enterAll(limiter: ReturnType<typeof createCallerLimiter>, names: readonly string[]) {
  const entered: string[] = [];
  const shares = names.map((name, index) =>
    limiter.acquire(name).then((share) => {
      entered.push(`${name}${index}`);
      return share;
    }),
  );
  return { entered, shares };
}

test('one caller has so many shares at once and not one more, and another caller theirs', async () => {
  const limiter = createCallerLimiter({ atOnce: 2, present: 10, maxWaitMs: 60_000 });
  const { entered, shares } = enterAll(limiter, ['a', 'a', 'a', 'b', 'a', 'b', 'b']);
  await turn();
  expect(entered).toEqual(['a0', 'a1', 'b3', 'b5']);
  (await (shares[1] as Promise<Share>)).release();
  await turn();
  expect(entered.slice(4)).toEqual(['a2']);
});

test('releasing twice gives back one share', async () => {
  const limiter = createCallerLimiter({ atOnce: 1, present: 10, maxWaitMs: 60_000 });
  const { entered, shares } = enterAll(limiter, ['a', 'a', 'a']);
  const first = await (shares[0] as Promise<Share>);
  first.release();
  first.release();
  await turn();
  expect(entered).toEqual(['a0', 'a1']);
});

test('where all shares together are bounded, callers take turns', async () => {
  const limiter = createCallerLimiter({ atOnce: 2, present: 10, maxWaitMs: 60_000, inAll: 2 });
  const { entered, shares } = enterAll(limiter, ['a', 'a', 'a', 'a', 'b', 'c']);
  for (const share of shares.slice(0, 2)) (await share).release();
  await turn();
  expect(entered.slice(2, 4).map((name) => name[0])).not.toEqual(['a', 'a']);
});

test('as many as are allowed may be present, and the next one is 429 with Retry-After', async () => {
  const limiter = createCallerLimiter({ atOnce: 1, present: 3, maxWaitMs: 60_000 });
  const { shares } = enterAll(limiter, ['a', 'a', 'a']);
  await expect(limiter.acquire('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  await limiter.acquire('b');
  (await (shares[0] as Promise<Share>)).release();
  await expect(Promise.race([limiter.acquire('a'), turn()])).resolves.toBeUndefined();
});

test('who waits too long is 503 with Retry-After, and leaves nothing behind', async () => {
  vi.useFakeTimers();
  const limiter = createCallerLimiter({ atOnce: 1, present: 2, maxWaitMs: 1000 });
  const first = await limiter.acquire('a');
  for (let i = 0; i < 3; i += 1) {
    const late = limiter.acquire('a').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  }
  first.release();
  (await limiter.acquire('a')).release();
});

test('a line in which nobody moves is given up, and one that moves slowly is not', async () => {
  vi.useFakeTimers();
  const limiter = createCallerLimiter({ atOnce: 1, present: 10, maxWaitMs: 60_000, stallMs: 1000 });
  let held = await limiter.acquire('a');
  for (let i = 0; i < 5; i += 1) {
    const [next, last] = [limiter.acquire('a'), limiter.acquire('a').catch((error: unknown) => error)];
    await vi.advanceTimersByTimeAsync(900);
    held.release();
    held = await next;
    await vi.advanceTimersByTimeAsync(900);
    held.release();
    held = (await last) as Share;
  }
  const stuck = limiter.acquire('a').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await stuck).toMatchObject({ code: 'busy' });
});

test('work outside holds no share, and comes back before those who wait', async () => {
  const limiter = createCallerLimiter({ atOnce: 1, present: 10, maxWaitMs: 60_000 });
  const order: string[] = [];
  const share = await limiter.acquire('a');
  let comeBack = () => {};
  const outside = share.outside(() => new Promise<void>((resolve) => (comeBack = resolve)));
  const second = await limiter.acquire('a');
  const third = limiter.acquire('a').then(() => order.push('third'));
  comeBack();
  await turn();
  void outside.then(() => order.push('back'));
  second.release();
  await outside;
  expect(order).toEqual(['back']);
  share.release();
  await third;
  expect(order).toEqual(['back', 'third']);
});

test('what fails gives its share back', async () => {
  const limiter = createCallerLimiter({ atOnce: 1, present: 2, maxWaitMs: 60_000 });
  const failing = () => Promise.reject(new Error('failed'));
  await expect(limiter.run('a', failing)).rejects.toThrow('failed');
  const share = await limiter.acquire('a');
  await expect(share.outside(failing)).rejects.toThrow('failed');
  share.release();
  expect(await limiter.run('a', async () => 'done')).toBe('done');
});

test('a share that is free is had at once, and nobody gets one before those who wait', async () => {
  const limiter = createCallerLimiter({ atOnce: 2, present: 3, maxWaitMs: 60_000 });
  const shares = [limiter.tryAcquire('a'), limiter.tryAcquire('a')];
  expect(shares).not.toContain(null);
  expect(limiter.tryAcquire('a')).toBeNull();
  expect(limiter.tryAcquire('b')).not.toBeNull();
  const waiting = limiter.acquire('a');
  shares[0]?.release();
  await waiting;
  expect(limiter.tryAcquire('a')).toBeNull();
  shares[1]?.release();
  expect(limiter.tryAcquire('a')).not.toBeNull();
});
