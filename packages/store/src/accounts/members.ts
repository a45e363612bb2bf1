import { recordAudit } from '../audit/record.ts';
import { deleteCalendarLinks } from '../calendar-links.ts';
import type { Transaction } from '../database/transactions.ts';
import { allRows, inTransaction, sql, type Store } from '../database/store.ts';
import type { Role } from './accounts.ts';
import { revokeKeys } from './api-keys.ts';
import { isOpen, revokeInvitations } from './open-invitations.ts';

/** A member of an organization, or someone invited to it. */
export interface MemberRow {
  id: string;
  name: string | null;
  email: string;
  role: Role;
  /** When the open invitation was sent. Null for members. */
  invitedAt: Date | null;
}

/** The session that makes a change to the members of its organization. */
export interface Actor {
  organizationId: string;
  sessionId: string;
}

/**
 * Why a change to the members is refused: the session has ended, its user is not an owner, there is no such member, or
 * the organization would have no owner left.
 */
export type MemberRefusal = 'unauthenticated' | 'forbidden' | 'not_found' | 'last_owner';

/** Lists the members of an organization, longest-standing first, followed by open invitations. */
export async function listMembers(store: Store, organizationId: string): Promise<MemberRow[]> {
  return allRows<MemberRow>(store)`
    SELECT id, name, email, role, "invitedAt" FROM (
        SELECT id, name, email, role, NULL AS "invitedAt", "createdAt" FROM "User"
          WHERE "organizationId" = ${organizationId} AND "erasedAt" IS NULL
        UNION ALL SELECT id, name, email, role, "createdAt", "createdAt" FROM "Invitation"
          WHERE "organizationId" = ${organizationId} AND ${isOpen()}
      ) m ORDER BY "invitedAt" NULLS FIRST, "createdAt", id`;
}

/**
 * Changes the role of a member or of an open invitation. An owner who becomes a member loses the apps that they
 * connected in live mode. Changes within one organization run one after the other, and each checks that its session
 * still belongs to an owner.
 */
export async function changeRole(
  store: Store,
  actor: Actor,
  id: string,
  role: 'owner' | 'member',
): Promise<{ member: MemberRow } | { refusal: MemberRefusal }> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return { refusal };
    const { organizationId } = actor;
    // Update an invitation first. If it is being accepted at this moment, the statement waits for that, and then the
    // user exists.
    const [invited] = await transaction.$queryRaw<MemberRow[]>`
      UPDATE "Invitation" SET role = ${role} WHERE id = ${id} AND "organizationId" = ${organizationId} AND ${isOpen()}
      RETURNING id, name, email, role, "createdAt" AS "invitedAt"`;
    if (invited) return { member: invited };
    const user = await lockMember(transaction, organizationId, id);
    if (!user) return { refusal: 'not_found' };
    if (role !== 'owner' && user.isLastOwner) return { refusal: 'last_owner' };
    await setRole(transaction, id, role);
    if (role !== 'owner')
      await revokeKeys(transaction, sql`${isMadeBy(organizationId, id)} AND "clientId" IS NOT NULL AND mode = 'live'`);
    return { member: { id, name: user.name, email: user.email, role, invitedAt: null } };
  });
}

/**
 * Removes a member or an open invitation. For a member, deletes the user with their sessions, emailed links and
 * calendar links, disconnects the apps they connected, and cancels their unsent emails. `revokesKeys` also revokes the
 * API keys that they created. Returns null on success.
 */
export async function removeMember(
  store: Store,
  actor: Actor,
  id: string,
  { revokesKeys }: { revokesKeys: boolean },
): Promise<MemberRefusal | null> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const { organizationId } = actor;
    const isInvited = sql`id = ${id} AND "organizationId" = ${organizationId} AND ${isOpen()}`;
    if ((await revokeInvitations(transaction, isInvited)) > 0) return null;
    const user = await lockMember(transaction, organizationId, id);
    if (!user) return 'not_found';
    if (user.isLastOwner) return 'last_owner';
    await deleteCalendarLinks(transaction, sql`"userId" = ${id}`);
    const { role } = await transaction.user.delete({ where: { id }, select: { role: true } });
    await recordAudit(transaction, { organizationId, action: 'member_removed', detail: { id, role }, userId: id });
    await revokeKeys(
      transaction,
      sql`${isMadeBy(organizationId, id)} AND (${revokesKeys}::boolean OR "clientId" IS NOT NULL)`,
    );
    await transaction.$executeRaw`
      UPDATE "Mail" SET failure = 'dropped', "dueAt" = NULL, payload = '{}'
      WHERE recipient = ${user.email} AND "dueAt" IS NOT NULL AND kind <> 'invitation'`;
    return null;
  });
}

/** Makes a member an owner. Returns false if there is no member with this id. */
export async function promoteMember(store: Store, id: string): Promise<boolean> {
  return inTransaction(store, 'promoteMember', id, async (transaction) => {
    const where = { id, organizationId: { not: null }, erasedAt: null };
    if ((await transaction.user.count({ where })) === 0) return false;
    await setRole(transaction, id, 'owner');
    return true;
  });
}

async function setRole(transaction: Transaction, id: string, role: 'owner' | 'member'): Promise<void> {
  const [changed] = await transaction.$queryRaw<{ organizationId: string }[]>`
    UPDATE "User" SET role = ${role} WHERE id = ${id} AND "organizationId" IS NOT NULL AND "erasedAt" IS NULL
      AND role <> ${role}
    RETURNING "organizationId"`;
  if (!changed) return;
  await recordAudit(transaction, { ...changed, action: 'member_role_changed', detail: { id, role }, userId: id });
}

/**
 * Locks the members of an organization against concurrent changes. Returns why the session may not change them, or
 * null.
 */
export async function lockMembers(
  transaction: Transaction,
  actor: Actor,
): Promise<'unauthenticated' | 'forbidden' | null> {
  await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${actor.organizationId} FOR NO KEY UPDATE`;
  // Read after the lock, because an earlier change may have removed this user.
  const role = await roleNow(transaction, actor);
  if (role === null) return 'unauthenticated';
  return role === 'owner' ? null : 'forbidden';
}

/** Returns the current role of a session's user, or null if the session has ended. */
export async function roleNow(transaction: Transaction, { organizationId, sessionId }: Actor): Promise<Role | null> {
  const [user] = await transaction.$queryRaw<{ role: Role }[]>`
    SELECT u.role FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s.id = ${sessionId} AND s."revokedAt" IS NULL AND u."organizationId" = ${organizationId}`;
  return user?.role ?? null;
}

async function lockMember(transaction: Transaction, organizationId: string, id: string) {
  const [user] = await transaction.$queryRaw<{ name: string | null; email: string; isLastOwner: boolean }[]>`
    SELECT u.name, u.email, u.role = 'owner' AND NOT EXISTS (SELECT FROM "User" other
        WHERE other."organizationId" = u."organizationId" AND other.id <> u.id
          AND other.role = 'owner' AND other."erasedAt" IS NULL) AS "isLastOwner"
    FROM "User" u WHERE u.id = ${id} AND u."organizationId" = ${organizationId} AND u."erasedAt" IS NULL FOR UPDATE`;
  return user;
}

/** An SQL condition: this member created the key or connected the app. */
const isMadeBy = (organizationId: string, userId: string) =>
  sql`"organizationId" = ${organizationId} AND "createdById" = ${userId}`;
