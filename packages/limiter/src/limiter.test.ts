import { afterEach, expect, test, vi } from 'vitest';
import { Limiter, type Permit } from './limiter.ts';

afterEach(() => void vi.useRealTimers());

/** Waits until all code that isn't waiting for a permit has continued. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Requests permits in this order, and lists those granted so far. */
function enterAll(limiter: Limiter, names: readonly string[]) {
  const entered: string[] = [];
  const permits = names.map((name, index) =>
    limiter.acquire(name).then((permit) => {
      entered.push(`${name}${index}`);
      return permit;
    }),
  );
  // Requests that still wait when their test ends are rejected later.
  void Promise.allSettled(permits);
  return { entered, permits };
}

test('each key gets as many permits as its limit allows, whatever other keys take', async () => {
  const limiter = new Limiter({ perKey: 2, maxPresent: 10, maxWaitMs: 60_000 });
  const { entered, permits } = enterAll(limiter, ['a', 'a', 'a', 'b', 'a', 'b', 'b']);
  await turn();
  expect(entered).toEqual(['a0', 'a1', 'b3', 'b5']);
  (await (permits[1] as Promise<Permit>)).release();
  await turn();
  expect(entered.slice(4)).toEqual(['a2']);
});

test('releasing a permit twice returns it only once', async () => {
  const limiter = new Limiter({ perKey: 1, maxPresent: 10, maxWaitMs: 60_000 });
  const { entered, permits } = enterAll(limiter, ['a', 'a', 'a']);
  const first = await (permits[0] as Promise<Permit>);
  first.release();
  first.release();
  await turn();
  expect(entered).toEqual(['a0', 'a1']);
});

test('if the total number of permits is limited, keys are served round-robin', async () => {
  const limiter = new Limiter({ perKey: 2, maxPresent: 10, maxWaitMs: 60_000, total: 2 });
  const { entered, permits } = enterAll(limiter, ['a', 'a', 'a', 'a', 'b', 'c']);
  for (const permit of permits.slice(0, 2)) (await permit).release();
  await turn();
  expect(entered.slice(2, 4).map((name) => name[0])).not.toEqual(['a', 'a']);
});

test('a heavy request is admitted even if light ones with other keys keep coming', async () => {
  const limiter = new Limiter({ perKey: 8, maxPresent: 10, maxWaitMs: 60_000, total: 10 });
  const held = [await limiter.acquire('a', 4), await limiter.acquire('b', 4)];
  let isIn = false;
  void limiter.acquire('c', 8).then(() => (isIn = true));
  await turn();
  expect(limiter.tryAcquire('d', 1)).toBeNull();
  const small = limiter.acquire('d', 1);
  void Promise.allSettled([small]);
  held[0]?.release();
  await turn();
  expect(isIn).toBe(false);
  held[1]?.release();
  await turn();
  expect(isIn).toBe(true);
  await expect(small).resolves.toBeDefined();
});

test('requests up to the limit of a key are admitted or wait, and the next one is refused', async () => {
  const limiter = new Limiter({ perKey: 1, maxPresent: 3, maxWaitMs: 60_000 });
  const { permits } = enterAll(limiter, ['a', 'a', 'a']);
  await expect(limiter.acquire('a')).rejects.toMatchObject({ reason: 'full' });
  await limiter.acquire('b');
  (await (permits[0] as Promise<Permit>)).release();
  const waiting = limiter.acquire('a');
  void Promise.allSettled([waiting]);
  await expect(Promise.race([waiting, turn()])).resolves.toBeUndefined();
});

test('a request that waits too long is refused and no longer counts toward the limit of its key', async () => {
  vi.useFakeTimers();
  const limiter = new Limiter({ perKey: 1, maxPresent: 2, maxWaitMs: 1000 });
  const first = await limiter.acquire('a');
  for (let i = 0; i < 3; i += 1) {
    const late = limiter.acquire('a').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ reason: 'late' });
  }
  first.release();
  (await limiter.acquire('a')).release();
});

test("a request is refused if its queue doesn't move, but not if the queue moves slowly", async () => {
  vi.useFakeTimers();
  const limiter = new Limiter({ perKey: 1, maxPresent: 10, maxWaitMs: 60_000, stallMs: 1000 });
  let held = await limiter.acquire('a');
  for (let i = 0; i < 5; i += 1) {
    const [next, last] = [limiter.acquire('a'), limiter.acquire('a').catch((error: unknown) => error)];
    await vi.advanceTimersByTimeAsync(900);
    held.release();
    held = await next;
    await vi.advanceTimersByTimeAsync(900);
    held.release();
    held = (await last) as Permit;
  }
  const stuck = limiter.acquire('a').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await stuck).toMatchObject({ reason: 'late' });
});

test('if keys are served round-robin, a request waits as long as the queue of any key moves, and is refused when none does', async () => {
  vi.useFakeTimers();
  const limiter = new Limiter({ perKey: 1, total: 1, maxPresent: 10, maxWaitMs: 60_000, stallMs: 1000 });
  let held = await limiter.acquire('first');
  const others = ['a', 'b', 'c', 'd', 'e'].map((key) => limiter.acquire(key));
  const last = limiter.acquire('last').catch((error: unknown) => error);
  for (const next of others) {
    await vi.advanceTimersByTimeAsync(900);
    held.release();
    held = await next;
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(await last).toMatchObject({ reason: 'late' });
});

test('a request that releases its permit for a while gets it back before requests that are waiting', async () => {
  const limiter = new Limiter({ perKey: 1, maxPresent: 10, maxWaitMs: 60_000 });
  const order: string[] = [];
  const permit = await limiter.acquire('a');
  let comeBack = () => {};
  const outside = permit.releaseDuring(() => new Promise<void>((resolve) => (comeBack = resolve)));
  const second = await limiter.acquire('a');
  const third = limiter.acquire('a').then(() => order.push('third'));
  comeBack();
  await turn();
  void outside.then(() => order.push('back'));
  second.release();
  await outside;
  expect(order).toEqual(['back']);
  permit.release();
  await third;
  expect(order).toEqual(['back', 'third']);
});

test('failed work returns its permit', async () => {
  const limiter = new Limiter({ perKey: 1, maxPresent: 2, maxWaitMs: 60_000 });
  const failing = () => Promise.reject(new Error('failed'));
  await expect(limiter.run('a', failing)).rejects.toThrow('failed');
  const permit = await limiter.acquire('a');
  await expect(permit.releaseDuring(failing)).rejects.toThrow('failed');
  permit.release();
  expect(await limiter.run('a', async () => 'done')).toBe('done');
});

test('a free permit is granted immediately, but never ahead of requests that are already waiting', async () => {
  const limiter = new Limiter({ perKey: 2, maxPresent: 3, maxWaitMs: 60_000 });
  const permits = [limiter.tryAcquire('a'), limiter.tryAcquire('a')];
  expect(permits).not.toContain(null);
  expect(limiter.tryAcquire('a')).toBeNull();
  expect(limiter.tryAcquire('b')).not.toBeNull();
  const waiting = limiter.acquire('a');
  permits[0]?.release();
  await waiting;
  expect(limiter.tryAcquire('a')).toBeNull();
  permits[1]?.release();
  expect(limiter.tryAcquire('a')).not.toBeNull();
});

test('heavy work counts by its weight, waits in order, and runs alone if it exceeds the limit', async () => {
  const limiter = new Limiter({ total: 4 });
  const log: string[] = [];
  const permits = new Map<string, Permit>();
  const begin = (name: string, weight: number) =>
    void limiter.acquire('', weight).then(
      (permit) => {
        log.push(name);
        return permits.set(name, permit);
      },
      () => {},
    );
  const end = async (name: string) => {
    permits.get(name)?.release();
    await turn();
  };
  begin('three', 3);
  begin('two', 2);
  begin('one', 1);
  begin('nine', 9);
  await turn();
  expect(log).toEqual(['three']); // one would fit, but doesn't overtake two
  await end('three');
  expect(log).toEqual(['three', 'two', 'one']);
  await end('one');
  expect(log).toHaveLength(3);
  await end('two');
  expect(log.at(-1)).toBe('nine');
  begin('another', 1);
  await turn();
  expect(log.at(-1)).toBe('nine');
  await end('nine');
  expect(log.at(-1)).toBe('another');
});

test('a key without requests takes no memory', async () => {
  const limiter = new Limiter({ perKey: 1 });
  await Promise.all(['a', 'b', 'a'].map((key) => limiter.run(key, async () => {})));
  expect(limiter.size).toBe(0);
});
