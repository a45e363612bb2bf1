import { anyRow, countRows, inTransaction, raw, type Store } from '../database/store.ts';
import { deleteFactors } from '../factors/change-factors.ts';
import { newId } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';
import { emailKey, hasPassword } from './accounts.ts';
import { verifyOrganization } from './addresses.ts';
import { setPassword } from './change-password.ts';
import { invitationDays } from './open-invitations.ts';
import { forgetGuesses } from './passwords.ts';

/**
 * Queues the email with a reset link if this address has an account that can sign in with a password, and the limit
 * under `limit.key` is not reached. Always runs one statement, one notification and one commit, so that the response
 * time doesn't reveal whether the account exists.
 */
export async function requestPasswordReset(
  store: Store,
  { email, limit }: { email: string; limit: { key: string; window: Window } },
): Promise<void> {
  await countRows(store)`
    WITH slot AS (${takeSlot(limit.key, limit.window)}), mail AS (
      INSERT INTO "Mail" (id, kind, recipient, payload)
        SELECT ${newId('mail')}, 'password_reset', u.email, jsonb_build_object('userId', u.id)
        FROM "User" u, slot
        WHERE u."emailKey" = ${emailKey(email)} AND ${hasPassword} AND slot.admitted)
      SELECT ${notifying('mail', 'slot')}`;
}

/**
 * Stores the hash of the token in a reset link, which is valid for `hours` hours. Returns false if the user has been
 * removed.
 */
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
 * Returns whether the emailed link with this token hash can be used now, to set a password or accept an invitation.
 * Only `resetPassword` and `acceptInvitation` use it up.
 */
export async function isLinkOpen(store: Store, hash: Buffer): Promise<boolean> {
  return anyRow(store)`
    SELECT 1 FROM "PasswordReset"
    WHERE hash = ${hash} AND "usedAt" IS NULL AND "createdAt" > now() - make_interval(hours => "validHours")
    UNION ALL SELECT 1 FROM "InvitationLink" l JOIN "Invitation" i ON i.id = l."invitationId"
    WHERE l.hash = ${hash} AND i."createdAt" > now() - interval '${raw(invitationDays)} days'`;
}

/**
 * Sets a new password, ends all of the user's sessions, reset links and connected apps, and unlocks their email
 * address, in one transaction. It also verifies an owner's organization, because the owner has received email at their
 * address. Returns false if the link is unknown, used or expired. Of several concurrent calls, exactly one returns
 * true.
 */
export async function resetPassword(store: Store, hash: Buffer, passwordHash: string): Promise<boolean> {
  return inTransaction(store, 'resetPassword', hash.toString('hex'), async (transaction) => {
    const [user] = await transaction.$queryRaw<{ id: string; email: string; organizationId: string | null }[]>`
      SELECT u.id, u.email, u."organizationId" FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id
      WHERE r.hash = ${hash} AND r."usedAt" IS NULL AND r."createdAt" > now() - make_interval(hours => r."validHours")`;
    if (!user) return false;
    const { id, organizationId } = user;
    const [organization] = await transaction.$queryRaw<{ addressProven: boolean }[]>`
      SELECT "addressProven" FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    // Lock the count of wrong passwords before the user, the way sign-in does. Concurrent resets for one user run one
    // after the other, because each of them ends all of the user's links.
    await forgetGuesses(transaction, user.email);
    const [locked] = await transaction.$queryRaw<{ role: string }[]>`
      SELECT role FROM "User" WHERE id = ${id} FOR NO KEY UPDATE`;
    const used = await transaction.$executeRaw`
      UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = ${hash} AND "usedAt" IS NULL`;
    if (used === 0) return false;
    await setPassword(transaction, id, passwordHash);
    if (locked?.role === 'owner' && organization && organizationId !== null) {
      // Until someone has received email at the address, a second factor may belong to a stranger who signed up with
      // it.
      if (!organization.addressProven) await deleteFactors(transaction, id);
      await verifyOrganization(transaction, organizationId);
    }
    return true;
  });
}
