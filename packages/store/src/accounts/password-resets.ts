import { emailKey, hasPassword } from './accounts.ts';
import { newId } from '../ids.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';
import { anyRow, firstRow, inTransaction, type Store } from '../database/store.ts';

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
        WHERE u."emailKey" = ${emailKey(email)} AND ${hasPassword} AND slot.admitted
      RETURNING id`;
  return mail?.id ?? null;
}

/** Stores the hash of a link's token. The link is valid for so many hours from now. Returns false if the user is gone. */
export async function createPasswordReset(
  store: Store,
  userId: string,
  hash: Buffer,
  { hours } = { hours: 1 },
): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "PasswordReset" (id, hash, "userId", "validHours")
      SELECT ${newId('passwordReset')}, ${hash}, id, ${hours}::int FROM "User"
      WHERE id = ${userId} AND "erasedAt" IS NULL`;
}

/**
 * Whether the link of a mail with this hash can be used now, to set a password or to accept an invitation. Only
 * `resetPassword` and `acceptInvitation` use it up.
 */
export async function isLinkOpen(store: Store, hash: Buffer): Promise<boolean> {
  return anyRow(store)`
    SELECT 1 FROM "PasswordReset"
    WHERE hash = ${hash} AND "usedAt" IS NULL AND "createdAt" > now() - make_interval(hours => "validHours")
    UNION ALL SELECT 1 FROM "InvitationLink" l JOIN "Invitation" i ON i.id = l."invitationId"
    WHERE l.hash = ${hash} AND i."createdAt" > now() - interval '7 days'`;
}

/**
 * Sets the new password, revokes all sessions of the user and invalidates their other links, all or nothing. Returns
 * false and changes nothing if the link is unknown, used or expired. Of several concurrent calls exactly one returns
 * true.
 */
export async function resetPassword(store: Store, hash: Buffer, passwordHash: string): Promise<boolean> {
  return inTransaction(store, 'resetPassword', hash.toString('hex'), async (transaction) => {
    const [done] = await transaction.$queryRaw<{ isReset: boolean }[]>`
      SELECT "resetPassword"(${hash}, ${passwordHash}) AS "isReset"`;
    return done?.isReset ?? false;
  });
}
