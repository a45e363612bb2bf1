import type { AccountChange } from '@evict/mail';
import { notifyUser } from '../accounts/notices.ts';
import { recordUserAudit } from '../audit/record.ts';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/**
 * Changes an account's second factors, one change at a time, and queues the email about it. If `work` changes nothing,
 * it has to return null or false, and no email is queued. When the last other factor is removed, the recovery codes are
 * deleted too.
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

/** Returns whether this user needs more than the password to sign in. */
export async function hasSecondFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const [found] = await transaction.$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Passkey" WHERE "userId" = ${userId})
      OR EXISTS (SELECT FROM "Totp" WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL) AS any`;
  return found?.any ?? false;
}

/** Stores recovery codes if the user has none. Returns whether it stored them. */
export async function keepFirstCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  if ((await transaction.recoveryCode.count({ where: { userId } })) > 0) return false;
  await transaction.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash: new Uint8Array(hash) })) });
  return true;
}

/** Returns the number of a user's unused recovery codes. */
export async function countRecoveryCodes(store: Store, userId: string): Promise<number> {
  return prismaOf(store).recoveryCode.count({ where: { userId } });
}

/** Removes all second factors of a user. Returns false if there were none. */
export async function removeFactors(store: Store, userId: string): Promise<boolean> {
  return changeFactors(store, userId, 'factors_removed', (transaction) => deleteFactors(transaction, userId));
}

/** Deletes all second factors and recovery codes of an account. Returns whether there were any. */
export async function deleteFactors(transaction: Transaction, userId: string): Promise<boolean> {
  const passkeys = await deletePasskeys(transaction, { userId });
  const wasUsed = await deleteTotp(transaction, userId);
  const prepared = await transaction.totp.deleteMany({ where: { userId } });
  const codes = await transaction.recoveryCode.deleteMany({ where: { userId } });
  return passkeys + prepared.count + codes.count > 0 || wasUsed;
}

/** Deletes one or all passkeys of a user. Returns how many were deleted. */
export async function deletePasskeys(
  transaction: Transaction,
  where: { userId: string; id?: string },
): Promise<number> {
  const passkeys = await transaction.passkey.findMany({ where, select: { id: true } });
  await transaction.passkey.deleteMany({ where });
  await recordUserAudit(transaction, where.userId, 'passkey_removed', passkeys);
  return passkeys.length;
}

/** Deletes a user's confirmed authenticator app. Returns false if there is none. */
export async function deleteTotp(transaction: Transaction, userId: string): Promise<boolean> {
  const { count } = await transaction.totp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count > 0) await recordUserAudit(transaction, userId, 'authenticator_removed', [{ userId }]);
  return count > 0;
}
