import { ApiError, limits } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { acquireSlot, clearUnlessFull, secondsUntilFree } from '@evict/store/requests';
import { accountLimitKey } from '../account-limit.ts';
import { rateLimited } from '../rate-limit.ts';

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
    async refuseWrongPassword(): Promise<never> {
      const admission = await acquireSlot(store, key, limits.wrongPassword);
      if (!admission.admitted) throw rateLimited('wrongPassword', admission.retryAfterSeconds);
      throw new ApiError('invalid_credentials');
    },
    /** Clears the count after a correct password. */
    reset: async () => refuseIfLocked(await clearUnlessFull(store, key, limits.wrongPassword)),
  };
}
