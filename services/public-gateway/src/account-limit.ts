import { createHash } from 'node:crypto';
import { limitKey } from '@evict/http';
import { emailKey } from '@evict/store/accounts';

/**
 * The counter of a limit for one email address, whether or not it has an account. Counters are named by a hash of the
 * address, so that their table does not hold it.
 */
export function accountLimitKey(name: 'wrongPassword' | 'resetMail', email: string): string {
  return limitKey(name, createHash('sha256').update(emailKey(email)).digest('hex'));
}
