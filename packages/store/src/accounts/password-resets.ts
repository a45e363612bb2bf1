import { emailKey, hasPassword } from './accounts.ts';
import { endOldPassword } from './passwords.ts';
import { newId } from '../ids.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';
import { anyRow, firstRow, inTransaction, sql, type Store } from '../database/store.ts';

/**
 * Records the mail with a reset link for the account that can sign in with this address, and returns the id of the
 * mail; null if there is no such account or the limit under `limit.key` is reached. Always one statement and one
 * commit, so that the response time does not reveal whether an account exists.
 */
export async function requestPasswordReset(
  store: Store,
  { email, limit }: { email: string; limit: { key: string; window: Window } },
): Promise<string | null> {
  const mail = await firstRow<{ id: string }>(store)`
    WITH slot AS (${takeSlot(limit.key, limit.window)})
      INSERT INTO "Mail" (id, kind, recipient, payload)
        SELECT ${newId('mail')}, 'password_reset', u.email, jsonb_build_object('userId', u.id)
        FROM "User" u, slot
        WHERE u."emailKey" = ${emailKey(email)} AND u."organizationId" IS NOT NULL AND u."passwordHash" IS NOT NULL
          AND ${hasPassword} AND slot.admitted
      RETURNING id`;
  return mail?.id ?? null;
}

/** Stores the hash of a link's token. The link is valid for an hour from now. Returns false if the user is gone. */
export async function createPasswordReset(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "PasswordReset" (id, hash, "userId") SELECT ${newId('passwordReset')}, ${hash}, id FROM "User" WHERE id = ${userId}`;
}

/** Whether a link with this hash is valid now. Only `resetPassword` uses it up. */
export async function isPasswordResetUsable(store: Store, hash: Buffer): Promise<boolean> {
  return anyRow(store)`SELECT FROM "PasswordReset" WHERE hash = ${hash} AND ${isOpen}`;
}

/**
 * Sets the new password, revokes all sessions of the user and invalidates their other links, all or nothing. Returns
 * false and changes nothing if the link is unknown, used or expired. Of several concurrent calls exactly one returns
 * true.
 */
export async function resetPassword(store: Store, hash: Buffer, passwordHash: string): Promise<boolean> {
  return inTransaction(store, 'resetPassword', hash.toString('hex'), async (transaction) => {
    // Serializes resets of one user, because each invalidates the links of the others.
    await transaction.$executeRaw`
      SELECT 1 FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id WHERE r.hash = ${hash} FOR NO KEY UPDATE OF u`;
    const [used] = await transaction.$queryRaw<{ userId: string }[]>`
      UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = ${hash} AND ${isOpen} RETURNING "userId"`;
    if (!used) return false;
    const { userId } = used;
    await transaction.$executeRaw`UPDATE "User" SET "passwordHash" = ${passwordHash} WHERE id = ${userId}`;
    await endOldPassword(transaction, userId, { keptSession: null });
    return true;
  });
}

const isOpen = sql`"usedAt" IS NULL AND "createdAt" > now() - interval '1 hour'`;
