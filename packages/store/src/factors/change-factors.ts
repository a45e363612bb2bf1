import type { AccountChange } from '@evict/mail';
import { notifyUser } from '../accounts/notices.ts';
import { recordUserAudit } from '../audit/record.ts';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/**
 * Changes the factors of one account, one change at a time, and queues the mail about it. Nothing changes if `work`
 * returns null or false. Recovery codes are deleted with the last other factor.
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
    await notifyUser(transaction, userId, change);
    if (!(await hasSecondFactor(transaction, userId))) await transaction.recoveryCode.deleteMany({ where: { userId } });
    return result;
  });
}

/** Whether this user needs more than the password to sign in. */
export async function hasSecondFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const [found] = await transaction.$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Passkey" WHERE "userId" = ${userId})
      OR EXISTS (SELECT FROM "Totp" WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL) AS any`;
  return found?.any ?? false;
}

/** Stores recovery codes for an account that has none. Returns whether it did. */
export async function keepFirstCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  if ((await transaction.recoveryCode.count({ where: { userId } })) > 0) return false;
  await transaction.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash: new Uint8Array(hash) })) });
  return true;
}

/** The number of a user's unused recovery codes. */
export async function countRecoveryCodes(store: Store, userId: string): Promise<number> {
  return prismaOf(store).recoveryCode.count({ where: { userId } });
}

/** Removes all factors of a user. Returns false if there are none. */
export async function removeFactors(store: Store, userId: string): Promise<boolean> {
  return changeFactors(store, userId, 'factors_removed', (transaction) => deleteFactors(transaction, userId));
}

/** Deletes everything that an account has besides its password. Returns whether there was anything. */
export async function deleteFactors(transaction: Transaction, userId: string): Promise<boolean> {
  const passkeys = await deletePasskeys(transaction, { userId });
  const wasUsed = await deleteTotp(transaction, userId);
  const prepared = await transaction.totp.deleteMany({ where: { userId } });
  const codes = await transaction.recoveryCode.deleteMany({ where: { userId } });
  return passkeys + prepared.count + codes.count > 0 || wasUsed;
}

/** Deletes one or all passkeys of a user. Returns how many there were. */
export async function deletePasskeys(
  transaction: Transaction,
  where: { userId: string; id?: string },
): Promise<number> {
  const passkeys = await transaction.passkey.findMany({ where, select: { id: true } });
  await transaction.passkey.deleteMany({ where });
  await recordUserAudit(transaction, where.userId, 'passkey_removed', passkeys);
  return passkeys.length;
}

/** Deletes a user's authenticator app. Returns whether it was a second factor. */
export async function deleteTotp(transaction: Transaction, userId: string): Promise<boolean> {
  const { count } = await transaction.totp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count > 0) await recordUserAudit(transaction, userId, 'authenticator_removed', [{ userId }]);
  return count > 0;
}
