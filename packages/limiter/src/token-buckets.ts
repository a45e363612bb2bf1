/** An average rate, and the number of tokens that can be taken at once. */
export interface TokenRate {
  perSecond: number;
  burst: number;
}

interface Bucket {
  tokens: number;
  /** When the tokens were last counted, in milliseconds. */
  at: number;
}

/**
 * Creates one token bucket per key, in the memory of this process. `take` takes a token and returns 0, or returns the
 * milliseconds until one is available. `now` is a monotonic clock in milliseconds.
 */
export function createTokenBuckets(
  { perSecond, burst }: TokenRate,
  now: () => number = () => performance.now(),
): { take(key: string): number; readonly size: number } {
  const buckets = new Map<string, Bucket>();

  function tokensAt(at: number, bucket: Bucket): number {
    return Math.min(burst, bucket.tokens + ((at - bucket.at) * perSecond) / 1000);
  }

  /** Drops full buckets, which hold no information. Runs once per `sweepInterval` new keys. */
  function dropFull(at: number): void {
    for (const [key, bucket] of buckets) if (tokensAt(at, bucket) >= burst) buckets.delete(key);
  }

  let created = 0;
  return {
    take(key) {
      const at = now();
      let bucket = buckets.get(key);
      if (!bucket) {
        created += 1;
        if (created % sweepInterval === 0) dropFull(at);
        bucket = { tokens: burst, at };
        buckets.set(key, bucket);
      }
      const tokens = tokensAt(at, bucket);
      bucket.at = at;
      bucket.tokens = tokens >= 1 ? tokens - 1 : tokens;
      return tokens >= 1 ? 0 : ((1 - tokens) * 1000) / perSecond;
    },
    get size() {
      return buckets.size;
    },
  };
}

const sweepInterval = 10_000;
