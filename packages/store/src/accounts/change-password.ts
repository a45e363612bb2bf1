import { countRows, firstRow, sql, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { recordUserAudit } from '../audit/record.ts';
import { revokeKeys } from './api-keys.ts';
import { notifyUser } from './notices.ts';
import { type Proven, withPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** Returns a user's email address, or null if the user has been removed. */
export async function findEmail(store: Store, userId: string): Promise<string | null> {
  const user = await firstRow<{ email: string }>(store)`SELECT email FROM "User" WHERE id = ${userId}`;
  return user?.email ?? null;
}

/** Changes a user's name. Has no effect if the user has been removed. */
export async function changeName(store: Store, userId: string, name: string): Promise<void> {
  await countRows(store)`UPDATE "User" SET name = ${name} WHERE id = ${userId}`;
}

/**
 * Sets a new name, password or both for a signed-in user who also sends their current password. A new password ends the
 * user's other sessions, their reset links and their connected apps. `result` is null if the password is wrong or the
 * email address is locked, and false if the session has ended. In all these cases nothing changes. Of several
 * concurrent new passwords, exactly one is set.
 */
export async function changeProven(
  store: Store,
  { email, password, sessionId }: { email: string; password: string; sessionId: string },
  { passwordHash, name }: { passwordHash: string | undefined; name: string | undefined },
): Promise<Proven<boolean>> {
  return withPassword(store, { email, password }, async (transaction, { id: userId }) => {
    const session = await transaction.session.count({ where: { id: sessionId, userId, revokedAt: null } });
    if (session === 0) return false;
    if (passwordHash !== undefined) await setPassword(transaction, userId, passwordHash, { keptSession: sessionId });
    if (name !== undefined) await transaction.$executeRaw`UPDATE "User" SET name = ${name} WHERE id = ${userId}`;
    return true;
  });
}

/**
 * Sets a password and ends everything the old one gave access to: sessions, reset links, and the apps the user has
 * connected. API keys stay, because the organization's programs depend on them.
 */
export async function setPassword(
  transaction: Transaction,
  userId: string,
  passwordHash: string,
  { keptSession = null }: { keptSession?: string | null } = {},
): Promise<void> {
  const [changed] = await transaction.$queryRaw<{ organizationId: string | null; isFirst: boolean }[]>`
    UPDATE "User" SET "passwordHash" = ${passwordHash} WHERE id = ${userId}
    RETURNING "organizationId", old."passwordHash" IS NULL AS "isFirst"`;
  if (!changed) return;
  await recordUserAudit(transaction, userId, 'password_changed', [{ id: userId }]);
  if (!changed.isFirst) await notifyUser(transaction, userId, 'password_changed');
  await endSessions(transaction, sql`"userId" = ${userId} AND id IS DISTINCT FROM ${keptSession}`);
  await transaction.$executeRaw`
    UPDATE "PasswordReset" SET "usedAt" = now() WHERE "userId" = ${userId} AND "usedAt" IS NULL`;
  await revokeKeys(
    transaction,
    sql`"createdById" = ${userId} AND "clientId" IS NOT NULL AND "organizationId" = ${changed.organizationId}`,
  );
}
