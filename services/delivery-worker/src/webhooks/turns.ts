import { createTokenBuckets, type TokenRate } from '@evict/limiter';

/**
 * Turns at a rate for each key. `take` returns 0, or the milliseconds after which to come back: those that are sent away
 * get times of their own, one step apart, and what is fresh queues behind them. `now` is a monotonic clock in
 * milliseconds.
 */
export function createTurns(
  rate: TokenRate,
  now: () => number = () => performance.now(),
): { take(key: string, isFresh: boolean): number } {
  const buckets = createTokenBuckets(rate, now);
  const stepMs = 1000 / rate.perSecond;
  const promisedUntil = new Map<string, number>();

  return {
    take(key, isFresh) {
      const at = now();
      const promised = promisedUntil.get(key) ?? 0;
      const isQueued = promised > at;
      if (!isQueued) promisedUntil.delete(key);
      if (!(isFresh && isQueued) && buckets.take(key) === 0) return 0;
      const next = Math.max(promised, at + shortestMs) + stepMs;
      promisedUntil.set(key, next);
      return Math.ceil(next - at);
    },
  };
}

/** Below it coming back costs more than the wait. */
const shortestMs = 500;
