import { fromOrigin } from '../audit/origin.ts';
import type { Transaction } from '../database/transactions.ts';
import { allRows, anyRow, inTransaction, raw, sql, type Statement, type Store } from '../database/store.ts';
import { tableRetention } from '../retention/table.ts';
import type { Role } from './accounts.ts';

/** Someone who belongs to an organization, or is invited to. */
export interface MemberRow {
  id: string;
  name: string | null;
  email: string;
  role: Role;
  /** Null once the invitation was accepted. */
  invitedAt: Date | null;
}

/** The session that changes the members of its organization. */
export interface Actor {
  organizationId: string;
  sessionId: string;
}

/**
 * Why a change of the members is refused: the session has ended, or its user is not an owner; there is no such member; or
 * it would leave the organization without an owner.
 */
export type MemberRefusal = 'unauthenticated' | 'forbidden' | 'not_found' | 'last_owner';

/** The members of an organization, the longest-standing first, and then who is invited. */
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
 * Gives a member, or someone who is invited, a role. A member who is no longer an owner keeps no live app. Changes of the
 * members of one organization are made one after the other, and each checks that its session is still that of an owner.
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
    // Invitations first: this waits for one that is being accepted, after which the user is there.
    const [invited] = await transaction.$queryRaw<MemberRow[]>`
      UPDATE "Invitation" SET role = ${role} WHERE id = ${id} AND "organizationId" = ${organizationId} AND ${isOpen()}
      RETURNING id, name, email, role, "createdAt" AS "invitedAt"`;
    if (invited) return { member: invited };
    const user = await lockMember(transaction, organizationId, id);
    if (!user) return { refusal: 'not_found' };
    if (role !== 'owner' && user.isLastOwner) return { refusal: 'last_owner' };
    await transaction.$executeRaw`UPDATE "User" SET role = ${role} WHERE id = ${id}`;
    if (role !== 'owner')
      await revokeKeys(transaction, organizationId, id, sql`"clientId" IS NOT NULL AND mode = 'live'`);
    return { member: { id, name: user.name, email: user.email, role, invitedAt: null } };
  });
}

/**
 * Removes a member: deletes the user with their sessions and links, and drops their unsent mails. Of someone who is
 * invited, deletes the invitation. Can also revoke the API keys that they created. Returns null when it is done.
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
    const wasInvited = await transaction.$executeRaw`
      DELETE FROM "Invitation" WHERE id = ${id} AND "organizationId" = ${organizationId} AND ${isOpen()}`;
    if (wasInvited) return null;
    const user = await lockMember(transaction, organizationId, id);
    if (!user) return 'not_found';
    if (user.isLastOwner) return 'last_owner';
    await transaction.$executeRaw`DELETE FROM "User" WHERE id = ${id}`;
    await revokeKeys(transaction, organizationId, id, sql`(${revokesKeys} OR "clientId" IS NOT NULL)`);
    await transaction.$executeRaw`
      UPDATE "Mail" SET failure = 'dropped', "dueAt" = NULL, payload = '{}'
      WHERE recipient = ${user.email} AND "dueAt" IS NOT NULL AND kind <> 'invitation'`;
    return null;
  });
}

/** Makes a member of an organization an owner. Returns false if there is none with this id. */
export async function promoteMember(store: Store, id: string): Promise<boolean> {
  return anyRow(store)`
    UPDATE "User" SET role = 'owner'
    WHERE id = ${id} AND "organizationId" IS NOT NULL AND "erasedAt" IS NULL AND ${fromOrigin()}`;
}

/** Locks the members of an organization against other changes. Returns why the session may not change them. */
export async function lockMembers(
  transaction: Transaction,
  actor: Actor,
): Promise<'unauthenticated' | 'forbidden' | null> {
  await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${actor.organizationId} FOR NO KEY UPDATE`;
  // After the lock: an earlier change may have removed this user.
  const role = await roleNow(transaction, actor);
  if (role === null) return 'unauthenticated';
  return role === 'owner' ? null : 'forbidden';
}

/** The role of the user of a session; null once it has ended. */
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

/** Revokes those of the keys and connected apps of a member. */
async function revokeKeys(transaction: Transaction, organizationId: string, userId: string, those: Statement) {
  await transaction.$executeRaw`
    UPDATE "ApiKey" SET "revokedAt" = now()
    WHERE "organizationId" = ${organizationId} AND "createdById" = ${userId} AND "revokedAt" IS NULL AND ${those}`;
}

/** How long an invitation can be accepted, before housekeeping deletes it. */
export const invitationDays = tableRetention.Invitation.rules.expired.days;

/** Whether an invitation can still be accepted, in SQL. */
export function isOpen(): Statement {
  return sql`"Invitation"."createdAt" > now() - interval '${raw(invitationDays)} days'`;
}
