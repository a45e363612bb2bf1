import { inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { notifyAccount } from '../mails/account-notices.ts';

/** Changes of one account's factors are made one after the other. */
export async function lockFactors(transaction: Transaction, userId: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE`;
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

/** Without another factor a recovery code is good for nothing. */
export async function dropCodesWithoutFactor(transaction: Transaction, userId: string): Promise<void> {
  if (!(await hasFactor(transaction, userId))) await transaction.recoveryCode.deleteMany({ where: { userId } });
}

/** Replaces the recovery codes. Returns false if the account has no other factor. */
export async function replaceRecoveryCodes(store: Store, userId: string, hashes: readonly Buffer[]): Promise<boolean> {
  return inTransaction(store, 'changeFactors', userId, async (transaction) => {
    await lockFactors(transaction, userId);
    if (!(await hasFactor(transaction, userId))) return false;
    await transaction.recoveryCode.deleteMany({ where: { userId } });
    await keepFirstCodes(transaction, userId, hashes);
    await transaction.$executeRaw(notifyAccount(userId, 'recovery_codes_replaced'));
    return true;
  });
}

async function hasFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const passkeys = await transaction.passkey.count({ where: { userId } });
  return passkeys > 0 || (await transaction.totp.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}
