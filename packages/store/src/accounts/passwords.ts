import { countRows, firstRow, inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/** The address of a user and the hash of their password; null if the user is gone. */
export async function findPassword(
  store: Store,
  userId: string,
): Promise<{ email: string; passwordHash: string | null } | null> {
  return firstRow<{ email: string; passwordHash: string | null }>(store)`
    SELECT email, "passwordHash" FROM "User" WHERE id = ${userId}`;
}

/** Changes the name of a user. */
export async function changeName(store: Store, userId: string, name: string): Promise<void> {
  await countRows(store)`UPDATE "User" SET name = ${name} WHERE id = ${userId}`;
}

/**
 * Sets a new password for a user who has shown the one behind `provenHash` in a session, and the name if there is one.
 * Ends the user's other sessions and their reset links, all or nothing. Returns false and changes nothing if the
 * password has changed since, or the session has ended: of several concurrent changes exactly one returns true.
 */
export async function changePassword(
  store: Store,
  user: { id: string; sessionId: string; provenHash: string },
  { passwordHash, name }: { passwordHash: string; name: string | undefined },
): Promise<boolean> {
  return inTransaction(store, 'changePassword', user.id, async (transaction) => {
    const isChanged = await transaction.$executeRaw`
      UPDATE "User" SET "passwordHash" = ${passwordHash}, name = coalesce(${name ?? null}, name)
      WHERE id = ${user.id} AND "passwordHash" = ${user.provenHash}
        AND EXISTS (SELECT FROM "Session" WHERE id = ${user.sessionId} AND "revokedAt" IS NULL)`;
    if (!isChanged) return false;
    await endOldPassword(transaction, user.id, { keptSession: user.sessionId });
    return true;
  });
}

/**
 * Ends what an old password has opened: sessions, and links to set another one. Call it in the transaction that has
 * written the new password: it also finds a session that a sign-in opened just before.
 */
export async function endOldPassword(
  transaction: Transaction,
  userId: string,
  { keptSession }: { keptSession: string | null },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "Session" SET "revokedAt" = now()
    WHERE "userId" = ${userId} AND "revokedAt" IS NULL AND id IS DISTINCT FROM ${keptSession}`;
  await transaction.$executeRaw`
    UPDATE "PasswordReset" SET "usedAt" = now() WHERE "userId" = ${userId} AND "usedAt" IS NULL`;
}
