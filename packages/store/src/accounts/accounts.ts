import type { Prisma } from '../generated/client.ts';
import { fromOrigin } from '../audit/origin.ts';
import { anyRow, firstRow, prismaOf, sql, type Store } from '../database/store.ts';
import type { NewSession } from './sessions.ts';

export type Role = 'owner' | 'member' | 'attorney' | 'platform_admin';

/** A user with the organization they belong to. */
export interface Account {
  user: { id: string; name: string | null; email: string; role: Role };
  organization: { id: string; name: string; verified: boolean };
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
  input: { name: string; organizationName: string; email: string; passwordHash: string } & NewSession,
): Promise<Account | null> {
  const { name, organizationName, email, passwordHash, sessionHash, network, device } = input;
  const created = await firstRow<{ id: string | null }>(store)`
    SELECT "signUp"(${organizationName}, ${name}, ${email}, ${passwordHash}, ${sessionHash}, ${network ?? null}, ${device ?? null}) AS id
    WHERE ${fromOrigin()}`;
  return created?.id ? getAccount(store, created.id) : null;
}

/**
 * Whether any account has this address, or its domain belongs to an organization with single sign-on: whoever signed up
 * with an address there would keep its holder out.
 */
export async function isEmailTaken(store: Store, email: string): Promise<boolean> {
  const key = emailKey(email);
  return anyRow(store)`
    SELECT FROM "User" WHERE "emailKey" = ${key}
    UNION ALL SELECT FROM "SingleSignOn" WHERE domain = split_part(${key}, '@', 2) AND "provenAt" IS NOT NULL`;
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
  if (!user?.organization) return null;
  const { organization, role, ...rest } = user;
  return { user: { ...rest, role: role as Role }, organization };
}

/** Who an attorney is, as their sign-in tells; null if there is none with this id. */
export async function getAttorneyUser(store: Store, userId: string): Promise<Account['user'] | null> {
  const where = { id: userId, role: 'attorney', erasedAt: null };
  const user = await prismaOf(store).user.findUnique({ where, select: { id: true, name: true, email: true } });
  return user && { ...user, role: 'attorney' };
}

/** Whether a user `u` may sign in with a password, in SQL: owners always, so that a lost identity provider locks nobody out. */
export const hasPassword = sql`(u.role = 'owner' OR NOT EXISTS (SELECT FROM "SingleSignOn" sso
  WHERE sso."organizationId" = u."organizationId" AND NOT sso."localPasswords"))`;

const accountFields = {
  id: true,
  name: true,
  email: true,
  role: true,
  organization: { select: { id: true, name: true, verified: true } },
} as const satisfies Prisma.UserSelect;
