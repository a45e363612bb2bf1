import { recordAudit } from '../audit/record.ts';
import { firstRow, inTransaction, raw, sql, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { recordMail } from '../mails/outbox.ts';
import { type Account, emailKey, getAccount, unlessTaken } from './accounts.ts';
import { type Actor, lockMembers, type MemberRow } from './members.ts';
import { notifyOwners } from './notices.ts';
import { invitationDays, isOpen, revokeInvitations } from './open-invitations.ts';
import { addSession, type NewSession } from './sessions.ts';

export type InvitationOutcome =
  | { member: MemberRow }
  | { refusal: 'unauthenticated' | 'forbidden' | 'email_taken' | 'too_many_members' | 'no_passwords' };

/**
 * Invites the holder of an email address to the session's organization, and queues the email with the link. Replaces an
 * earlier invitation to the same address and its links. The address is not reserved: if someone signs up with it first,
 * the invitation can no longer be accepted. `maxMembers` limits members and open invitations together.
 */
export async function inviteMember(
  store: Store,
  actor: Actor,
  invited: { id: string; email: string; name: string | null; role: 'owner' | 'member' },
  maxMembers: number,
): Promise<InvitationOutcome> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return { refusal };
    const { organizationId, sessionId } = actor;
    const { id, email, name, role } = invited;
    const key = emailKey(email);
    const earlier = await lockInvitation(transaction, organizationId, key);
    if (earlier?.id === id) return { member: earlier };
    // If passwords are turned off, the password set by the link would be useless.
    const noPasswords = { organizationId, localPasswords: false };
    if (role === 'member' && (await transaction.singleSignOn.count({ where: noPasswords })) > 0) {
      return { refusal: 'no_passwords' };
    }
    if ((await transaction.user.count({ where: { emailKey: key } })) > 0) return { refusal: 'email_taken' };
    if (!earlier && (await countMembers(transaction, organizationId)) >= maxMembers) {
      return { refusal: 'too_many_members' };
    }
    await revokeInvitations(transaction, sql`"organizationId" = ${organizationId} AND "emailKey" = ${key}`);
    const [row] = await transaction.$queryRaw<{ invitedAt: Date }[]>`
      INSERT INTO "Invitation" (id, "organizationId", email, "emailKey", name, role, "invitedById")
      SELECT ${id}, ${organizationId}, ${email}, ${key}, ${name}, ${role}, "userId"
      FROM "Session" WHERE id = ${sessionId} RETURNING "createdAt" AS "invitedAt"`;
    await recordAudit(transaction, { organizationId, action: 'member_invited', detail: { id, role } });
    await recordMail(transaction, {
      kind: 'invitation',
      recipient: email,
      payload: { invitationId: id },
    });
    return { member: { id, name, email, role, invitedAt: row?.invitedAt ?? null } };
  });
}

/**
 * Locks and returns the open invitation to an email address. If it is being accepted at this moment, waits for that and
 * returns undefined.
 */
async function lockInvitation(
  transaction: Transaction,
  organizationId: string,
  key: string,
): Promise<MemberRow | undefined> {
  const [row] = await transaction.$queryRaw<MemberRow[]>`
    SELECT id, name, email, role, "createdAt" AS "invitedAt" FROM "Invitation"
    WHERE "emailKey" = ${key} AND "organizationId" = ${organizationId} AND ${isOpen()} FOR UPDATE`;
  return row;
}

async function countMembers(transaction: Transaction, organizationId: string): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT (SELECT count(*) FROM "User" WHERE "organizationId" = ${organizationId} AND "erasedAt" IS NULL)::int
      + (SELECT count(*) FROM "Invitation" WHERE "organizationId" = ${organizationId} AND ${isOpen()})::int AS count`;
  return row?.count ?? 0;
}

/**
 * Stores the hash of the token in an invitation link. Returns what the email needs: when the invitation expires, and
 * the email address of the owner who sent it (null if the owner has been removed). Returns null if the invitation has
 * expired or was replaced.
 */
export async function createInvitationLink(
  store: Store,
  invitationId: string,
  hash: Buffer,
): Promise<{ invitedBy: string | null; endsAt: Date } | null> {
  return firstRow<{ invitedBy: string | null; endsAt: Date }>(store)`
    WITH link AS (
        INSERT INTO "InvitationLink" (hash, "invitationId")
        SELECT ${hash}, id FROM "Invitation" WHERE id = ${invitationId} AND ${isOpen()}
        RETURNING "invitationId"
      )
      SELECT nullif(u.email, '') AS "invitedBy",
        i."createdAt" + interval '${raw(invitationDays)} days' AS "endsAt"
      FROM link JOIN "Invitation" i ON i.id = link."invitationId" LEFT JOIN "User" u ON u.id = i."invitedById"`;
}

/**
 * Accepts an invitation: creates the user with a first session and ends the invitation with all of its links, in one
 * transaction. Returns 'invalid' if the link is unknown, used, replaced or expired. Of several concurrent calls,
 * exactly one succeeds. Returns 'email_taken' and changes nothing if the email address now has an account.
 */
export async function acceptInvitation(
  store: Store,
  hash: Buffer,
  input: { name: string; passwordHash: string } & NewSession,
): Promise<Account | 'invalid' | 'email_taken'> {
  const { name, passwordHash, ...session } = input;
  const accepted = await unlessTaken(() =>
    inTransaction(store, 'acceptInvitation', hash.toString('hex'), async (transaction) => {
      const invited = await takeInvitation(transaction, hash);
      if (!invited) return { id: null };
      const { id, organizationId, role } = invited;
      await notifyOwners(transaction, organizationId, 'member_joined');
      await transaction.user.create({ data: { ...invited, name, passwordHash }, select: { id: true } });
      await recordAudit(transaction, { organizationId, action: 'member_added', detail: { id, role }, userId: id });
      await addSession(transaction, id, session);
      return { id };
    }),
  );
  if (!accepted) return 'email_taken';
  return accepted.id === null ? 'invalid' : ((await getAccount(store, accepted.id)) ?? 'invalid');
}

interface TakenInvitation {
  id: string;
  organizationId: string;
  email: string;
  emailKey: string;
  role: string;
}

/** Deletes the invitation that a link belongs to, and returns it. Of several concurrent calls, exactly one gets it. */
async function takeInvitation(transaction: Transaction, hash: Buffer): Promise<TakenInvitation | undefined> {
  // Lock the organization before the invitation, in the same order as all other transactions.
  await transaction.$executeRaw`
    SELECT FROM "Organization" o JOIN "Invitation" i ON i."organizationId" = o.id
      JOIN "InvitationLink" l ON l."invitationId" = i.id WHERE l.hash = ${hash} FOR KEY SHARE OF o`;
  const [taken] = await transaction.$queryRaw<TakenInvitation[]>`
    DELETE FROM "Invitation" WHERE id = (SELECT "invitationId" FROM "InvitationLink" WHERE hash = ${hash}) AND ${isOpen()}
    RETURNING id, "organizationId", email, "emailKey", role`;
  return taken;
}
