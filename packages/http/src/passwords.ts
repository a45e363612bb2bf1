import { ApiError } from '@evict/contract';
import { passwordConcurrency } from '@evict/credentials/passwords';
import { Limiter } from '@evict/limiter';
import { metrics } from '@evict/telemetry';
import { type Counted, rateLimited } from './rate-limits.ts';

/**
 * Runs a function that hashes or verifies a password. Two run at once and up to 16 wait. Any further call throws 503
 * `busy` and undoes `counted`, so that it doesn't count against a limit.
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

/**
 * Throws 429 while wrong passwords have locked an account. `lockedSeconds` is the remaining time, or null if it isn't
 * locked.
 */
export function refuseWhileLocked(lockedSeconds: number | null): void {
  if (lockedSeconds !== null) throw rateLimited('wrongPassword', lockedSeconds);
}
