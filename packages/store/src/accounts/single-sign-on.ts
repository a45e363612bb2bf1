import { firstRow, inTransaction, type Store } from '../database/store.ts';
import { type Account, getAccount } from './accounts.ts';
import { type Actor, lockMembers } from './members.ts';
import type { NewSession } from './sessions.ts';

/** How the members of an organization sign in with its identity provider. */
export interface SsoSettings {
  organizationId: string;
  issuer: string;
  clientId: string;
  /** Sealed for the organization. */
  clientSecret: Uint8Array;
  /** In lower case. */
  domain: string;
  /** What a TXT record of the domain has to say. */
  proof: string;
  /** Null until then: before, nobody signs in. */
  provenAt: Date | null;
  /** Whether members sign in with a password too. Owners always do. */
  localPasswords: boolean;
}

/** Those of an organization; null if it has none. */
export async function findSso(store: Store, organizationId: string): Promise<SsoSettings | null> {
  return firstRow<SsoSettings>(store)`SELECT * FROM "SingleSignOn" WHERE "organizationId" = ${organizationId}`;
}

/** Those of the organization that has proven a domain; null if none has. */
export async function findSsoOfDomain(store: Store, domain: string): Promise<SsoSettings | null> {
  return firstRow<SsoSettings>(store)`
    SELECT * FROM "SingleSignOn" WHERE domain = ${domain} AND "provenAt" IS NOT NULL`;
}

type Refusal = 'unauthenticated' | 'forbidden';

/**
 * Replaces the settings. `clientSecret`: null keeps the previous one, of the same issuer. Under another issuer or domain
 * the domain has to be proven again, and everybody is identified by their address again. Without local passwords the sessions of members end,
 * and their invitations, which would set one. `unproven`: passwords cannot be switched off before the domain is proven.
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
    // Another issuer would vouch for everybody of the domain.
    const keepsDomain = keepsIssuer && before.domain === domain;
    if (!localPasswords && !(keepsDomain && before.provenAt)) return 'unproven';
    await transaction.$executeRaw`
      INSERT INTO "SingleSignOn" AS s ("organizationId", issuer, "clientId", "clientSecret", domain, proof, "localPasswords")
      VALUES (${organizationId}, ${issuer}, ${clientId}, ${secret}, ${domain}, ${proof}, ${localPasswords})
      ON CONFLICT ("organizationId") DO UPDATE SET issuer = excluded.issuer, "clientId" = excluded."clientId",
        "clientSecret" = excluded."clientSecret", "localPasswords" = excluded."localPasswords", domain = excluded.domain,
        proof = CASE WHEN ${keepsDomain} THEN s.proof ELSE excluded.proof END,
        "provenAt" = CASE WHEN ${keepsDomain} THEN s."provenAt" END`;
    if (!keepsDomain) {
      await transaction.$executeRaw`UPDATE "User" SET "ssoHash" = NULL WHERE "organizationId" = ${organizationId}`;
    }
    if (!localPasswords && before?.localPasswords) {
      await transaction.$executeRaw`
        UPDATE "Session" s SET "revokedAt" = now() FROM "User" u
        WHERE u.id = s."userId" AND u."organizationId" = ${organizationId} AND u.role <> 'owner' AND s."revokedAt" IS NULL`;
      await transaction.invitation.deleteMany({ where: { organizationId, role: 'member' } });
    }
    return null;
  });
}

/** Records that the domain is proven. `taken`: another organization has proven it before. */
export async function proveSsoDomain(
  store: Store,
  actor: Actor,
  proven: Pick<SsoSettings, 'domain' | 'proof'>,
): Promise<Refusal | 'taken' | null> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const { domain, proof } = proven;
    // One after the other: of two organizations the first has it.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`sso domain ${domain}`}))`;
    const others = await transaction.singleSignOn.count({
      where: { domain, provenAt: { not: null }, organizationId: { not: actor.organizationId } },
    });
    if (others > 0) return 'taken';
    await transaction.$executeRaw`
      UPDATE "SingleSignOn" SET "provenAt" = coalesce("provenAt", now())
      WHERE "organizationId" = ${actor.organizationId} AND domain = ${domain} AND proof = ${proof}`;
    return null;
  });
}

/** Ends single sign-on. Members sign in with a password again; whoever never had one has to be invited. */
export async function deleteSso(store: Store, actor: Actor): Promise<Refusal | 'not_found' | null> {
  return inTransaction(store, 'changeMembers', actor.organizationId, async (transaction) => {
    const refusal = await lockMembers(transaction, actor);
    if (refusal) return refusal;
    const { organizationId } = actor;
    const { count } = await transaction.singleSignOn.deleteMany({ where: { organizationId } });
    await transaction.$executeRaw`UPDATE "User" SET "ssoHash" = NULL WHERE "organizationId" = ${organizationId}`;
    return count === 0 ? 'not_found' : null;
  });
}

export type SsoRefusal = 'forbidden' | 'email_taken' | 'too_many_members';

/** Opens a session for who the identity provider vouches for. The database decides whether it may. */
export async function signInBySso(
  store: Store,
  { organizationId, issuer }: Pick<SsoSettings, 'organizationId' | 'issuer'>,
  person: { subject: Buffer; email: string; name: string | null },
  { sessionHash, network, device, maxMembers }: NewSession & { maxMembers: number },
): Promise<Account | SsoRefusal> {
  const { subject, email, name } = person;
  const found = await firstRow<{ outcome: string }>(store)`
    SELECT "signInBySso"(${organizationId}, ${issuer}, ${subject}, ${email}, ${name}, ${sessionHash},
      ${network ?? null}, ${device ?? null}, ${maxMembers}) AS outcome`;
  const outcome = found?.outcome ?? 'forbidden';
  return (await getAccount(store, outcome)) ?? (outcome as SsoRefusal);
}
