import { ApiError } from '@evict/contract';
import { passwordConcurrency } from '@evict/credentials/passwords';
import { Limiter } from '@evict/limiter';
import { metrics } from '@evict/telemetry';
import { type Counted, rateLimited } from './rate-limits.ts';

/**
 * Admits work that hashes or verifies a password. While two are running and sixteen are waiting, the next is refused
 * with 503 `busy` before it begins, and its hit is taken back: a refusal does not count against a limit.
 */
export type PasswordQueue = <T>(counted: Counted, work: () => Promise<T>) => Promise<T>;

export function createPasswordQueue(): PasswordQueue {
  const admissions = new Limiter({ total: passwordConcurrency + maxWaiting });
  return async (counted, work) => {
    const admission = admissions.tryAcquire();
    if (!admission) {
      await counted.undo();
      throw new ApiError('busy', { retryAfterSeconds: 5 });
    }
    metrics.passwordQueue.inc();
    try {
      return await work();
    } finally {
      admission.release();
      metrics.passwordQueue.dec();
    }
  };
}

const maxWaiting = 16;

/** Throws 429 if wrong passwords lock an address; `lockedSeconds` says for how long, and is null if they do not. */
export function refuseWhileLocked(lockedSeconds: number | null): void {
  if (lockedSeconds !== null) throw rateLimited('wrongPassword', lockedSeconds);
}
