import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';
import { notifyAccount } from '../mails/account-notices.ts';
import { dropCodesWithoutFactor, keepFirstCodes, lockFactors } from './recovery-codes.ts';

/** A passkey as its ceremonies need it, and as its user knows it. */
export interface PasskeyRow {
  id: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  signCount: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The passkeys of a user, oldest first. */
export async function listPasskeys(store: Store, userId: string): Promise<PasskeyRow[]> {
  const rows = await prismaOf(store).passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map(({ userId: _, signCount, ...row }) => ({ ...row, signCount: Number(signCount) }));
}

/**
 * Adds a passkey, with the recovery codes if the account has none. Returns null if the passkey is registered already, or
 * the account has as many as it may have.
 */
export async function addPasskey(
  store: Store,
  userId: string,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'>,
  { maxPasskeys, codeHashes }: { maxPasskeys: number; codeHashes: readonly Buffer[] },
): Promise<{ id: string; createdAt: Date; keptCodes: boolean } | null> {
  return inTransaction(store, 'changeFactors', userId, async (tx) => {
    await lockFactors(tx, userId);
    const { credentialId } = passkey;
    if ((await tx.passkey.count({ where: { userId } })) >= maxPasskeys) return null;
    if ((await tx.passkey.count({ where: { credentialId } })) > 0) return null;
    const data = { id: newId('passkey'), userId, ...passkey };
    const { id, createdAt } = await tx.passkey.create({ data, select: { id: true, createdAt: true } });
    await tx.$executeRaw(notifyAccount(userId, 'passkey_added'));
    return { id, createdAt, keptCodes: await keepFirstCodes(tx, userId, codeHashes) };
  });
}

/** Removes a passkey, and with the last factor the recovery codes. Returns false if the user has none with this id. */
export async function removePasskey(store: Store, userId: string, id: string): Promise<boolean> {
  return inTransaction(store, 'changeFactors', userId, async (tx) => {
    await lockFactors(tx, userId);
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) return false;
    await tx.$executeRaw(notifyAccount(userId, 'passkey_removed'));
    await dropCodesWithoutFactor(tx, userId);
    return true;
  });
}
