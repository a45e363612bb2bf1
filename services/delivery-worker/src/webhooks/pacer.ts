import { createTokenBuckets, type TokenRate } from '@evict/limiter';

/**
 * A rate for each key. `take` returns 0 for admitted, or the milliseconds after which to ask again: postponed callers
 * get times one step apart, and fresh ones queue behind them. `now` is a monotonic clock in milliseconds.
 */
export function createPacer(
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
      const next = Math.max(promised, at + minWaitMs) + stepMs;
      promisedUntil.set(key, next);
      return Math.ceil(next - at);
    },
  };
}

/** Asking again sooner costs more than the wait. */
const minWaitMs = 500;
