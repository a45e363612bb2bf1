import { createHash } from 'node:crypto';
import { isPassword } from '@evict/credentials/passwords';
import { firstRow, inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { acquireSlotWithin, secondsUntilFree } from '../requests/rate-limits.ts';
import { emailKey, hasPassword } from './accounts.ts';

/** So many wrong passwords lock an address until the first of them is as old as the window is long. */
const wrongPasswords = { count: 5, windowSeconds: 900 };

/** The key of the counter of wrong passwords at an address, which does not show the address. */
function guessesAt(email: string): string {
  return `wrongPassword:${createHash('sha256').update(emailKey(email)).digest('hex')}`;
}

/** For how many seconds wrong passwords lock an address, with or without an account; null if they do not. */
export async function secondsLocked(store: Store, email: string): Promise<number | null> {
  return secondsUntilFree(store, guessesAt(email), wrongPasswords);
}

/** `result`: of the work for whoever sent the right password; null for a wrong one, and while the address is locked. */
export interface Proven<T> {
  result: T | null;
  /** For how long the address is locked; null if it is not. */
  lockedSeconds: number | null;
}

/**
 * Runs `work` for the user who has this address and password, in a transaction. A wrong password counts, and a right one
 * clears the count. Each is counted before it is answered, so that of many passwords that are sent at once no more are
 * answered than the limit allows. A password that is changed meanwhile counts as wrong.
 *
 * Argon2 takes long, so it runs before the transaction: no connection and no row waits for it. Until the count has admitted
 * a password, a right one costs the same statements as a wrong one, with and without an account.
 */
export async function withPassword<T>(
  store: Store,
  { email, password }: { email: string; password: string },
  work: (transaction: Transaction, user: { id: string; role: string }) => Promise<T>,
): Promise<Proven<T>> {
  const key = guessesAt(email);
  const user = await firstRow<{ id: string; passwordHash: string | null }>(store)`
    SELECT u.id, CASE WHEN ${hasPassword} THEN u."passwordHash" END AS "passwordHash"
    FROM "User" u WHERE u."emailKey" = ${emailKey(email)}`;
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  return inTransaction(store, 'comparePassword', key, async (transaction) => {
    const slot = await acquireSlotWithin(transaction, key, wrongPasswords);
    // Up to here a right password and a wrong one take the same time.
    if (!slot.admitted) return { result: null, lockedSeconds: slot.retryAfterSeconds };
    if (!user || !isRight) return { result: null, lockedSeconds: null };
    const [current] = await transaction.$queryRaw<{ id: string; role: string }[]>`
      SELECT u.id, u.role FROM "User" u
      WHERE u.id = ${user.id} AND u."passwordHash" = ${user.passwordHash} AND ${hasPassword} FOR SHARE`;
    if (!current) return { result: null, lockedSeconds: null };
    await forgetGuesses(transaction, email);
    return { result: await work(transaction, current), lockedSeconds: null };
  });
}

/** Ends the lock of an address. */
export async function forgetGuesses(transaction: Transaction, email: string): Promise<void> {
  await transaction.rateLimit.deleteMany({ where: { key: guessesAt(email) } });
}
