import type { AccountChange } from '@evict/mail';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/**
 * Changes the factors of one account, one change after the other, and records the mail about it. Nothing happens if `work`
 * returns null or false. Recovery codes go with the last other factor.
 */
export async function changeFactors<T>(
  store: Store,
  userId: string,
  change: AccountChange,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(store, 'changeFactors', userId, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const result = await work(transaction);
    if (!result) return result;
    await transaction.$executeRaw`SELECT "notifyAccount"(${userId}, ${change})`;
    await transaction.$executeRaw`DELETE FROM "RecoveryCode" WHERE "userId" = ${userId} AND NOT "hasSecondFactor"(${userId})`;
    return result;
  });
}

/** Keeps recovery codes for an account that has none. Returns whether it did. */
export async function keepFirstCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  if ((await transaction.recoveryCode.count({ where: { userId } })) > 0) return false;
  await transaction.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash: new Uint8Array(hash) })) });
  return true;
}

/** How many recovery codes of a user are unused. */
export async function countRecoveryCodes(store: Store, userId: string): Promise<number> {
  return prismaOf(store).recoveryCode.count({ where: { userId } });
}

/** Removes every factor of a user. Returns false if there is none. */
export async function removeFactors(store: Store, userId: string): Promise<boolean> {
  return changeFactors(store, userId, 'factors_removed', (transaction) => deleteFactors(transaction, userId));
}

/** Deletes whatever an account has beside its password. Returns whether it had anything. */
export async function deleteFactors(transaction: Transaction, userId: string): Promise<boolean> {
  const where = { userId };
  const passkeys = await transaction.passkey.deleteMany({ where });
  const totps = await transaction.totp.deleteMany({ where });
  const codes = await transaction.recoveryCode.deleteMany({ where });
  return passkeys.count + totps.count + codes.count > 0;
}
