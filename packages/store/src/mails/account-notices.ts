import type { AccountChange } from '@evict/mail';
import { sql, type Statement } from '../database/store.ts';

/**
 * Records the mail about a change to an account, in the transaction that makes it. `of`: the id of its user, or of the
 * organization whose owners hear of it. Wake the outbox of mail after the commit.
 */
export function notifyAccount(of: string, change: AccountChange): Statement {
  return sql`SELECT "notifyAccount"(${of}, ${change})`;
}
