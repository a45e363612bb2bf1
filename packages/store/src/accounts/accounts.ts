import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { fromOrigin } from '../audit/origin.ts';
import { anyRow, countRows, firstRow, inTransaction, prismaOf, type Store } from '../database/store.ts';

export type Role = 'owner' | 'member' | 'attorney' | 'platform_admin';

/** A user with the organization they belong to. */
export interface Account {
  user: { id: string; name: string | null; email: string; role: Role };
  organization: { id: string; name: string; verified: boolean };
}

/** A valid session and its user. */
export interface SessionCredential {
  id: string;
  organizationId: string;
  user: { id: string; role: Role };
}

/** The form in which addresses are compared: lower case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * Creates an unverified organization, its owner and the owner's first session, all or nothing. Returns null if an
 * account has this address, even one created at the same moment.
 */
export async function createAccount(
  store: Store,
  input: { name: string; organizationName: string; email: string; passwordHash: string; sessionHash: Buffer },
): Promise<Account | null> {
  try {
    return await inTransaction(store, 'createAccount', null, async (transaction) => {
      const user = await transaction.user.create({
        data: {
          id: newId('user'),
          name: input.name,
          email: input.email,
          emailKey: emailKey(input.email),
          passwordHash: input.passwordHash,
          role: 'owner',
          organization: { create: { id: newId('organization'), name: input.organizationName } },
          sessions: { create: { id: newId('session'), hash: new Uint8Array(input.sessionHash) } },
        },
        select: accountFields,
      });
      return toAccount(user);
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
    throw error;
  }
}

/** Whether any account has this address. */
export async function isEmailTaken(store: Store, email: string): Promise<boolean> {
  return (await prismaOf(store).user.count({ where: { emailKey: emailKey(email) } })) > 0;
}

/** The account that can sign in with this address, and its password hash; null if there is none. */
export async function findSignIn(
  store: Store,
  email: string,
): Promise<{ account: Account; passwordHash: string } | null> {
  const user = await prismaOf(store).user.findUnique({
    where: { emailKey: emailKey(email), organizationId: { not: null } },
    select: { ...accountFields, passwordHash: true },
  });
  return user?.passwordHash ? { account: toAccount(user), passwordHash: user.passwordHash } : null;
}

/** The user with this address, a customer or an attorney; null if there is none. */
export async function findAccount(
  store: Store,
  email: string,
): Promise<{ id: string; role: Role; organizationId: string | null; createdAt: Date } | null> {
  const select = { id: true, role: true, organizationId: true, createdAt: true };
  const user = await prismaOf(store).user.findUnique({ where: { emailKey: emailKey(email) }, select });
  return user && { ...user, role: user.role as Role };
}

/** The account of a user who belongs to an organization; null if there is none. */
export async function getAccount(store: Store, userId: string): Promise<Account | null> {
  const where = { id: userId, organizationId: { not: null } };
  const user = await prismaOf(store).user.findUnique({ where, select: accountFields });
  return user && toAccount(user);
}

/**
 * Opens a session for a user who has shown the password behind `passwordHash`. Returns false if the password has
 * changed since, so that no session outlives the change.
 */
export async function createSession(
  store: Store,
  { userId, passwordHash, hash }: { userId: string; passwordHash: string; hash: Buffer },
): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "Session" (id, hash, "userId")
      SELECT ${newId('session')}, ${hash}, u.id FROM "User" u
      WHERE u.id = ${userId} AND u."passwordHash" = ${passwordHash} AND ${fromOrigin()} FOR SHARE`;
}

/** Revokes a session with immediate effect. */
export async function revokeSession(store: Store, id: string): Promise<void> {
  await countRows(store)`
    UPDATE "Session" SET "revokedAt" = now() WHERE id = ${id} AND "revokedAt" IS NULL AND ${fromOrigin()}`;
}

/**
 * The session with this hash, unless it is revoked, unused for 30 days or older than 90 days. Records its use, at most
 * once an hour.
 */
export async function findSession(store: Store, hash: Buffer): Promise<SessionCredential | null> {
  const session = await firstRow<SessionCredential & { stale: boolean }>(store)`
    SELECT s.id, u."organizationId", json_build_object('id', u.id, 'role', u.role) AS "user",
      s."lastUsedAt" < now() - interval '1 hour' AS stale
    FROM "Session" s JOIN "User" u ON u.id = s."userId"
    WHERE s.hash = ${hash} AND s."revokedAt" IS NULL AND u."organizationId" IS NOT NULL
      AND s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days'`;
  if (!session) return null;
  if (session.stale) await countRows(store)`UPDATE "Session" SET "lastUsedAt" = now() WHERE id = ${session.id}`;
  const { id, organizationId, user } = session;
  return { id, organizationId, user };
}

/** The fields of an account. */
export const accountFields = {
  id: true,
  name: true,
  email: true,
  role: true,
  organization: { select: { id: true, name: true, verified: true } },
} as const satisfies Prisma.UserSelect;

/** Field by field, because the row of a sign-in also holds the password hash. */
export function toAccount(row: Prisma.UserGetPayload<{ select: typeof accountFields }>): Account {
  const { id, name, email, role, organization } = row;
  if (!organization) throw new Error('the user has no organization');
  return { user: { id, name, email, role: role as Role }, organization };
}
