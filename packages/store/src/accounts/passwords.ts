import { createHash } from 'node:crypto';
import { isPassword } from '@evict/credentials/passwords';
import { firstRow, inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { acquireSlotWithin, secondsUntilFree } from '../requests/rate-limits.ts';
import { emailKey, hasPassword } from './accounts.ts';

/** This many wrong passwords lock an email address, until the oldest of them is older than the window. */
const wrongPasswords = { count: 5, windowSeconds: 900 };

/** Returns the rate limit key that counts wrong passwords for an email address. The key doesn't reveal the address. */
function guessesAt(email: string): string {
  return `wrongPassword:${createHash('sha256').update(emailKey(email)).digest('hex')}`;
}

/**
 * Returns for how many more seconds wrong passwords lock an email address, or null if it isn't locked. The address may
 * have no account.
 */
export async function secondsLocked(store: Store, email: string): Promise<number | null> {
  return secondsUntilFree(store, guessesAt(email), wrongPasswords);
}

/**
 * The result of work that needs the right password. `result` is null if the password is wrong or the email address is
 * locked.
 */
export interface Proven<T> {
  result: T | null;
  /** The seconds until the lock ends, or null if there is none. */
  lockedSeconds: number | null;
}

/**
 * Runs `work` in a transaction if the email address and password are right. Each attempt is counted before it is
 * answered, so sending many passwords at once doesn't allow more guesses. A right password clears the count. A password
 * that changes meanwhile counts as wrong. Argon2 is slow, so it runs before the transaction and holds no connection or
 * row. Until an attempt has been counted, the same statements run for right and wrong passwords, with and without an
 * account, so the timing reveals nothing.
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
    // Up to this line, right and wrong passwords take the same time.
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

/** Clears the count of wrong passwords for an email address, which also unlocks it. */
export async function forgetGuesses(transaction: Transaction, email: string): Promise<void> {
  await transaction.rateLimit.deleteMany({ where: { key: guessesAt(email) } });
}
