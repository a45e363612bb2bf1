import { createLimiter, type Limiter } from '@evict/limiter';

/** How long a key counts as one among others after its last command. */
const rememberedMs = 10_000;

/**
 * At most `alone` commands of each key at a time, and `together` where another key has sent one in the last ten seconds:
 * one that has the machine to itself may use more of it. The others wait in order, `maxWaitMs` at most. `now` is a
 * monotonic clock in milliseconds.
 */
export function createCommandLimiter(
  { alone, together, maxWaitMs }: { alone: number; together: number; maxWaitMs: number },
  now: () => number = () => performance.now(),
): Pick<Limiter, 'acquire' | 'size'> {
  /** The key that came last, and the last one that was another. */
  let latest = { key: '', at: -Infinity };
  let other = latest;
  const limiter = createLimiter({ perKey: (key) => (isAlone(key) ? alone : together), maxWaitMs });
  return {
    acquire(key = '') {
      if (latest.key !== key) other = latest;
      latest = { key, at: now() };
      return limiter.acquire(key);
    },
    get size() {
      return limiter.size;
    },
  };

  function isAlone(key: string): boolean {
    const { at } = latest.key === key ? other : latest;
    return now() - at >= rememberedMs;
  }
}
