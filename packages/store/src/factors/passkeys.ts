import { prismaOf, sql, type Statement, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';
import { recordUserAudit } from '../audit/record.ts';
import { changeFactors, deletePasskeys, keepFirstCodes } from './change-factors.ts';

/** A passkey, with the data that WebAuthn needs and that its user sees. */
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

/** Lists the passkeys of a user, oldest first. */
export async function listPasskeys(store: Store, userId: string): Promise<PasskeyRow[]> {
  const rows = await prismaOf(store).passkey.findMany({
    where: { userId },
    omit: { userId: true },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map(({ signCount, ...row }) => ({ ...row, signCount: Number(signCount) }));
}

/**
 * Adds a passkey, and recovery codes if the account has none. `keptCodes` tells whether it stored them. Returns null if
 * the passkey is already registered, or if the account already has `maxPasskeys`.
 */
export async function addPasskey(
  store: Store,
  userId: string,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'>,
  { maxPasskeys, codeHashes }: { maxPasskeys: number; codeHashes: readonly Buffer[] },
): Promise<{ id: string; createdAt: Date; keptCodes: boolean } | null> {
  return changeFactors(store, userId, 'passkey_added', async (transaction) => {
    if ((await transaction.passkey.count({ where: { userId } })) >= maxPasskeys) return null;
    const data = [{ id: newId('passkey'), userId, ...passkey }];
    const select = { id: true, createdAt: true };
    const [row] = await transaction.passkey.createManyAndReturn({ data, select, skipDuplicates: true });
    if (!row) return null;
    await recordUserAudit(transaction, userId, 'passkey_added', [{ id: row.id }]);
    return { ...row, keptCodes: await keepFirstCodes(transaction, userId, codeHashes) };
  });
}

/** Removes a passkey. Returns false if the user has none with this id. */
export async function removePasskey(store: Store, userId: string, id: string): Promise<boolean> {
  return changeFactors(
    store,
    userId,
    'passkey_removed',
    async (transaction) => (await deletePasskeys(transaction, { id, userId })) > 0,
  );
}

/**
 * Returns the UPDATE that records a passkey's use with its signature counter, which is always 0 if the authenticator
 * doesn't count. It changes no row if the counter hasn't increased, so each counted signature is accepted once. More
 * conditions can be appended.
 */
export function countsSignature(id: string, signCount: number): Statement {
  return sql`UPDATE "Passkey" SET "signCount" = ${signCount}, "lastUsedAt" = now()
    WHERE id = ${id} AND ("signCount" < ${signCount} OR ${signCount}::int8 = 0)`;
}
