import { emailKey } from './accounts.ts';
import { endOldPassword } from './passwords.ts';
import { newId } from '../ids.ts';
import { acquireSlotStatement, type Window } from '../requests/rate-limits.ts';
import { inTransaction, poolOf, type Store } from '../database/store.ts';

/**
 * Records the mail with a reset link for the account that can sign in with this address, and returns the id of the
 * mail; null if there is no such account or the limit under `limit.key` is reached. Always one statement and one
 * commit, so that the response time does not reveal whether an account exists.
 */
export async function requestPasswordReset(
  store: Store,
  { email, limit }: { email: string; limit: { key: string; window: Window } },
): Promise<string | null> {
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'password-reset-request',
    text: `WITH slot AS (${acquireSlotStatement})
      INSERT INTO "Mail" (id, kind, recipient, payload)
        SELECT $4, 'password_reset', u.email, jsonb_build_object('userId', u.id)
        FROM "User" u, slot
        WHERE u."emailKey" = $5 AND u."organizationId" IS NOT NULL AND u."passwordHash" IS NOT NULL AND slot.admitted
      RETURNING id`,
    values: [limit.key, limit.window.count, limit.window.windowSeconds, newId('mail'), emailKey(email)],
  });
  return rows[0]?.id ?? null;
}

/** Stores the hash of a link's token. The link is valid for an hour from now. Returns false if the user is gone. */
export async function createPasswordReset(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await poolOf(store).query(
    'INSERT INTO "PasswordReset" (id, hash, "userId") SELECT $1, $2, id FROM "User" WHERE id = $3',
    [newId('passwordReset'), hash, userId],
  );
  return rowCount === 1;
}

/** Whether a link with this hash is valid now. Only `resetPassword` uses it up. */
export async function isPasswordResetUsable(store: Store, hash: Buffer): Promise<boolean> {
  const { rowCount } = await poolOf(store).query(`SELECT FROM "PasswordReset" WHERE hash = $1 AND ${isOpen}`, [hash]);
  return rowCount === 1;
}

/**
 * Sets the new password, revokes all sessions of the user and invalidates their other links, all or nothing. Returns
 * false and changes nothing if the link is unknown, used or expired. Of several concurrent calls exactly one returns
 * true.
 */
export async function resetPassword(store: Store, hash: Buffer, passwordHash: string): Promise<boolean> {
  return inTransaction(store, 'resetPassword', hash.toString('hex'), async (transaction) => {
    const run = (text: string, ...values: unknown[]) => transaction.$executeRawUnsafe(text, ...values);
    // Serializes resets of one user, because each invalidates the links of the others.
    await run(
      `SELECT 1 FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id WHERE r.hash = $1 FOR NO KEY UPDATE OF u`,
      hash,
    );
    const [used] = await transaction.$queryRawUnsafe<{ userId: string }[]>(
      `UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = $1 AND ${isOpen} RETURNING "userId"`,
      hash,
    );
    if (!used) return false;
    const { userId } = used;
    await run(`UPDATE "User" SET "passwordHash" = $2 WHERE id = $1`, userId, passwordHash);
    await endOldPassword(transaction, userId, { keptSession: null });
    return true;
  });
}

const isOpen = `"usedAt" IS NULL AND "createdAt" > now() - interval '1 hour'`;
