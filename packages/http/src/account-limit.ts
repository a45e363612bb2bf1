import { createHash } from 'node:crypto';
import { emailKey } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { type Counted, enforceLimit, limitKey, type NamesOf } from './rate-limit.ts';

type AccountLimit = NamesOf<'account'>;

/** Counts a hit of one email address under a limit, whether or not it has an account; 429 if it is exhausted. */
export function enforceAccountLimit(store: Store, name: AccountLimit, email: string): Promise<Counted> {
  return enforceLimit(store, name, subjectOf(email));
}

/** The counter of such a limit. */
export function accountLimitKey(name: AccountLimit, email: string): string {
  return limitKey(name, subjectOf(email));
}

/** Counters are named by a hash of the address, so that their table does not hold it. */
function subjectOf(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
