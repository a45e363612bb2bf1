import { ApiError, limits } from '@evict/contract';
import { passwordConcurrency } from '@evict/credentials/passwords';
import { Limiter } from '@evict/limiter';
import { recordFailedSignIn } from '@evict/store/audit';
import type { Store } from '@evict/store/database';
import { acquireSlot, clearUnlessFull, secondsUntilFree } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import { accountLimitKey, type Counted, rateLimited } from './rate-limits.ts';

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

/**
 * Counts the wrong passwords for one email address, whether or not it has an account. An attempt counts when its
 * password has been verified. Of many sent at once the first five wrong ones are 401 and all later ones 429, a correct
 * password included: sending them at once gains no guess.
 */
export function wrongPasswordLock(store: Store, email: string) {
  const key = accountLimitKey('wrongPassword', email);
  const refuseIfLocked = (seconds: number | null) => {
    if (seconds !== null) throw rateLimited('wrongPassword', seconds);
  };
  return {
    refuseWhileLocked: async () => refuseIfLocked(await secondsUntilFree(store, key, limits.wrongPassword)),
    /** Counts it, and records it in the audit of the account's organization. */
    async refuseWrongPassword(): Promise<never> {
      const admission = await acquireSlot(store, key, limits.wrongPassword);
      if (!admission.admitted) throw rateLimited('wrongPassword', admission.retryAfterSeconds);
      await recordFailedSignIn(store, email);
      throw new ApiError('invalid_credentials');
    },
    /** Clears the count after a correct password. */
    reset: async () => refuseIfLocked(await clearUnlessFull(store, key, limits.wrongPassword)),
  };
}
