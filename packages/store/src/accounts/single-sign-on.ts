import { recordAudit } from '../audit/record.ts';
import { firstRow, inTransaction, sql, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { hasSecondFactor } from '../factors/change-factors.ts';
import { newId } from '../ids.ts';
import { type Account, emailKey, getAccount, unlessTaken } from './accounts.ts';
import { type Actor, lockMembers } from './members.ts';
import { notifyOwners } from './notices.ts';
import { revokeInvitations } from './open-invitations.ts';
import { addSession, endSessions, type NewSession } from './sessions.ts';

/** An organization's settings for single sign-on with its identity provider. */
export interface SsoSettings {
  organizationId: string;
  issuer: string;
  clientId: string;
  /** Encrypted, and can only be decrypted for this organization. */
  clientSecret: Uint8Array;
  /** In lower case. */
  domain: string;
  /** The string that a TXT record of the domain must contain. */
  proof: string;
  /** Null until the domain is proven. Until then, no one can sign in through the provider. */
  provenAt: Date | null;
  /** Whether members may also sign in with a password. Owners always may. */
  localPasswords: boolean;
}

export async function findSso(store: Store, organizationId: string): Promise<SsoSettings | null> {
  return firstRow<SsoSettings>(store)`SELECT * FROM "SingleSignOn" WHERE "organizationId" = ${organizationId}`;
}

/** Returns the settings of the organization that has proven this domain, or null. */
export async function findSsoOfDomain(store: Store, domain: string): Promise<SsoSettings | null> {
  return firstRow<SsoSettings>(store)`
    SELECT * FROM "SingleSignOn" WHERE domain = ${domain} AND "provenAt" IS NOT NULL`;
}

type Refusal = 'unauthenticated' | 'forbidden';

/**
 * Replaces the settings. A null `clientSecret` keeps the previous secret if the issuer stays the same. If the issuer or
 * the domain changes, the domain must be proven again, and users are matched by email address again. Turning off local
 * passwords ends the sessions of all members except owners. It also revokes open invitations to become a member,
 * because accepting one sets a password. Returns `unproven` if passwords can't be turned off because the domain isn't
 * proven, and `no_secret` if there is no secret to keep.
 */
export async function putSso(
  store: Store,
  actor: Actor,
  settings: Pick<SsoSettings, 'issuer' | 'clientId' | 'domain' | 'proof' | 'localPasswords'> & {
    clientSecret: Uint8Array | null;
  },
): Promise<Refusal | 'unproven' | 'no_secret' | null> {
  const { organizationId } = actor;
  const { issuer, clientId, domain, proof, localPasswords, clientSecret } = settings;
  return inTransaction(store, 'changeMembers', organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const [before] = await transaction.$queryRaw<SsoSettings[]>`
      SELECT * FROM "SingleSignOn" WHERE "organizationId" = ${organizationId}`;
    const keepsIssuer = before?.issuer === issuer;
    const secret = clientSecret ?? (keepsIssuer ? before.clientSecret : undefined);
    if (!secret) return 'no_secret';
    // A new issuer could vouch for anyone in the domain, so the domain must be proven again.
    const keepsDomain = keepsIssuer && before.domain === domain;
    if (!localPasswords && !(keepsDomain && before.provenAt)) return 'unproven';
    const changed = await transaction.$queryRaw<AuditedSso[]>`
      INSERT INTO "SingleSignOn" AS s ("organizationId", issuer, "clientId", "clientSecret", domain, proof, "localPasswords")
      VALUES (${organizationId}, ${issuer}, ${clientId}, ${secret}, ${domain}, ${proof}, ${localPasswords})
      ON CONFLICT ("organizationId") DO UPDATE SET issuer = excluded.issuer, "clientId" = excluded."clientId",
        "clientSecret" = excluded."clientSecret", "localPasswords" = excluded."localPasswords", domain = excluded.domain,
        proof = CASE WHEN ${keepsDomain} THEN s.proof ELSE excluded.proof END,
        "provenAt" = CASE WHEN ${keepsDomain} THEN s."provenAt" END
      RETURNING ${auditedSso}`;
    await recordSsoChange(transaction, organizationId, changed);
    if (!keepsDomain) {
      await transaction.$executeRaw`UPDATE "User" SET "ssoHash" = NULL WHERE "organizationId" = ${organizationId}`;
    }
    if (!localPasswords && before?.localPasswords) {
      await endSessions(
        transaction,
        sql`s."userId" IN (SELECT id FROM "User" WHERE "organizationId" = ${organizationId} AND role <> 'owner')`,
      );
      await revokeInvitations(transaction, sql`"organizationId" = ${organizationId} AND role = 'member'`);
    }
    return null;
  });
}

interface AuditedSso {
  isChanged: boolean;
  detail: Record<string, unknown>;
}

/** Columns for the audit log: whether the settings have changed, and the part of the new settings that is recorded. */
const auditedSso = sql`ROW(old.*) IS DISTINCT FROM ROW(new.*) AS "isChanged", jsonb_build_object('issuer', new.issuer,
  'domain', new.domain, 'provenAt', new."provenAt", 'localPasswords', new."localPasswords") AS detail`;

async function recordSsoChange(
  transaction: Transaction,
  organizationId: string,
  [written]: readonly AuditedSso[],
): Promise<void> {
  if (!written?.isChanged) return;
  await recordAudit(transaction, { organizationId, action: 'single_sign_on_changed', detail: written.detail });
}

/** Records that the domain is proven. Returns `taken` if another organization proved it first. */
export async function proveSsoDomain(
  store: Store,
  actor: Actor,
  proven: Pick<SsoSettings, 'domain' | 'proof'>,
): Promise<Refusal | 'taken' | null> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const { domain, proof } = proven;
    // Serialize proofs of the same domain, so that only the first of two organizations gets it.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`sso domain ${domain}`}))`;
    const others = await transaction.singleSignOn.count({
      where: { domain, provenAt: { not: null }, organizationId: { not: actor.organizationId } },
    });
    if (others > 0) return 'taken';
    const written = await transaction.$queryRaw<AuditedSso[]>`
      UPDATE "SingleSignOn" SET "provenAt" = coalesce("provenAt", now())
      WHERE "organizationId" = ${actor.organizationId} AND domain = ${domain} AND proof = ${proof}
      RETURNING ${auditedSso}`;
    await recordSsoChange(transaction, actor.organizationId, written);
    return null;
  });
}

/**
 * Turns single sign-on off. Members sign in with a password again. Those who never had one can set it with a password
 * reset.
 */
export async function deleteSso(store: Store, actor: Actor): Promise<Refusal | 'not_found' | null> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const { organizationId } = actor;
    const isRemoved = await removeSso(transaction, organizationId);
    await transaction.$executeRaw`UPDATE "User" SET "ssoHash" = NULL WHERE "organizationId" = ${organizationId}`;
    return isRemoved ? null : 'not_found';
  });
}

/** Deletes an organization's settings. Returns whether there were any. */
export async function removeSso(transaction: Transaction, organizationId: string): Promise<boolean> {
  const [detail] = await transaction.$queryRaw<{ issuer: string; domain: string }[]>`
    DELETE FROM "SingleSignOn" WHERE "organizationId" = ${organizationId} RETURNING issuer, domain`;
  if (!detail) return false;
  await recordAudit(transaction, { organizationId, action: 'single_sign_on_removed', detail: { ...detail } });
  return true;
}

export type SsoRefusal = 'forbidden' | 'email_taken' | 'too_many_members';

/** A person whom an identity provider vouches for. `subject` is the SHA-256 of the issuer and its id for the person. */
interface Vouched {
  subject: Buffer;
  email: string;
  name: string | null;
}

/**
 * Opens a session for a person whom the organization's identity provider vouches for. Their email address must be in
 * the domain that the organization has proven. Someone without an account becomes a member first.
 */
export async function signInBySso(
  store: Store,
  { organizationId, issuer }: Pick<SsoSettings, 'organizationId' | 'issuer'>,
  person: Vouched,
  { maxMembers, ...session }: NewSession & { maxMembers: number },
): Promise<Account | SsoRefusal> {
  const outcome = await unlessTaken(() =>
    inTransaction(store, 'signInBySso', organizationId, async (transaction) => {
      await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
      const domain = emailKey(person.email).split('@')[1] ?? '';
      const vouches = { organizationId, issuer, domain, provenAt: { not: null } };
      if ((await transaction.singleSignOn.count({ where: vouches })) === 0) return 'forbidden';
      const user =
        (await findVouched(transaction, organizationId, person)) ??
        (await addVouched(transaction, organizationId, person, maxMembers));
      if (typeof user === 'string') return user;
      // Single sign-on would bypass an owner's second factor. Owners can always sign in with their password instead.
      if (user.role === 'owner' && (await hasSecondFactor(transaction, user.id))) return 'forbidden';
      if (!user.isKnown)
        await transaction.$executeRaw`UPDATE "User" SET "ssoHash" = ${person.subject} WHERE id = ${user.id}`;
      await addSession(transaction, user.id, session);
      return user;
    }),
  );
  if (outcome === null) return 'email_taken';
  return typeof outcome === 'string' ? outcome : ((await getAccount(store, outcome.id)) ?? 'forbidden');
}

interface VouchedUser {
  id: string;
  organizationId: string | null;
  role: string;
  /** Whether the provider has vouched for this user before. */
  isKnown: boolean;
}

/**
 * Finds the user who has signed in as this subject before, or else the user with this email address. Returns null if
 * there is neither.
 */
async function findVouched(
  transaction: Transaction,
  organizationId: string,
  { subject, email }: Vouched,
): Promise<VouchedUser | SsoRefusal | null> {
  const columns = sql`id, "organizationId", role, "ssoHash" IS NOT NULL AS "isKnown"`;
  const [known] = await transaction.$queryRaw<VouchedUser[]>`
    SELECT ${columns} FROM "User" WHERE "organizationId" = ${organizationId} AND "ssoHash" = ${subject} FOR UPDATE`;
  if (known) return known;
  const [holder] = await transaction.$queryRaw<VouchedUser[]>`
    SELECT ${columns} FROM "User" WHERE "emailKey" = ${emailKey(email)} FOR UPDATE`;
  if (!holder) return null;
  if (holder.organizationId !== organizationId) return 'email_taken';
  // If this user is known under another subject, the provider has given the address to someone else since.
  return holder.isKnown ? 'forbidden' : holder;
}

/** Makes the person a member, and ends an open invitation to their email address. */
async function addVouched(
  transaction: Transaction,
  organizationId: string,
  { subject, email, name }: Vouched,
  maxMembers: number,
): Promise<Omit<VouchedUser, 'organizationId'> | SsoRefusal> {
  const members = await transaction.user.count({ where: { organizationId, erasedAt: null } });
  if (members >= maxMembers) return 'too_many_members';
  const [id, role] = [newId('user'), 'member'];
  await transaction.invitation.deleteMany({ where: { organizationId, emailKey: emailKey(email) } });
  const ssoHash = new Uint8Array(subject);
  const data = { id, organizationId, name, email, emailKey: emailKey(email), role, ssoHash };
  await transaction.user.create({ data, select: { id: true } });
  await recordAudit(transaction, { organizationId, action: 'member_added', detail: { id, role }, userId: id });
  await notifyOwners(transaction, organizationId, 'member_joined');
  return { id, role, isKnown: true };
}
