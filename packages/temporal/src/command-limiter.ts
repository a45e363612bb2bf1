import { Limiter } from '@evict/limiter';

/** A key counts as alone if no other key has sent a command for this long, in milliseconds. */
const rememberedMs = 10_000;

/**
 * Allows at most `alone` commands of each key at a time, or `together` if another key has sent one in the last ten
 * seconds. So a key that has the machine to itself may use more of it. Further commands wait in order, for `maxWaitMs`
 * at most. `now` is a monotonic clock in milliseconds.
 */
export function createCommandLimiter(
  { alone, together, maxWaitMs }: { alone: number; together: number; maxWaitMs: number },
  now: () => number = () => performance.now(),
): Pick<Limiter, 'acquire' | 'size'> {
  /** `latest` is the key of the latest command. `other` is the latest key before it that was different. */
  let latest = { key: '', at: -Infinity };
  let other = latest;
  const limiter = new Limiter({ perKey: (key) => (isAlone(key) ? alone : together), maxWaitMs });
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
