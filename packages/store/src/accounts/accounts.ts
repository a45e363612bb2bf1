import { Prisma } from '../generated/client.ts';
import { recordAudit } from '../audit/record.ts';
import { anyRow, inTransaction, prismaOf, sql, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';
import { recordMail } from '../mails/outbox.ts';
import { addSession, type NewSession } from './sessions.ts';

export type Role = 'owner' | 'member' | 'attorney' | 'platform_admin';

/** A user and their organization. */
export interface Account {
  user: { id: string; name: string | null; email: string; role: Role };
  organization: { id: string; name: string; verified: boolean };
}

/** Converts an email address to lower case for comparison. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * Creates an unverified organization, its owner and the owner's first session in one transaction. Returns null if the
 * email address already has an account, even one created at the same moment.
 */
export async function createAccount(
  store: Store,
  input: { name: string; organizationName: string; email: string; passwordHash: string } & NewSession,
): Promise<Account | null> {
  const { name, organizationName, email, passwordHash, ...session } = input;
  const [id, organizationId] = [newId('user'), newId('organization')];
  const isCreated = await unlessTaken(() =>
    inTransaction(store, 'createAccount', null, async (transaction) => {
      await transaction.organization.create({
        data: { id: organizationId, name: organizationName },
        select: { id: true },
      });
      const user = { id, organizationId, name, email, emailKey: emailKey(email), passwordHash, role: 'owner' };
      await transaction.user.create({ data: user, select: { id: true } });
      await recordAudit(transaction, {
        organizationId,
        action: 'member_added',
        detail: { id, role: 'owner' },
        userId: id,
      });
      await recordMail(transaction, { kind: 'address_confirmation', recipient: email, payload: { userId: id } });
      await addSession(transaction, id, session);
      return true;
    }),
  );
  return isCreated ? getAccount(store, id) : null;
}

/**
 * Returns the result of `create`, or null if it violates a unique constraint because the email address already has an
 * account. `create` has to run in a single transaction, so that nothing changes in that case.
 */
export async function unlessTaken<T>(create: () => Promise<T>): Promise<T | null> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
    throw error;
  }
}

/**
 * Returns whether the email address has an account, or an organization with single sign-on has proven its domain.
 * Without the check of the domain, a stranger could sign up with an address in it and lock out the address's holder.
 */
export async function isEmailTaken(store: Store, email: string): Promise<boolean> {
  const key = emailKey(email);
  return anyRow(store)`
    SELECT FROM "User" WHERE "emailKey" = ${key}
    UNION ALL SELECT FROM "SingleSignOn" WHERE domain = split_part(${key}, '@', 2) AND "provenAt" IS NOT NULL`;
}

/** Finds the customer or attorney with this email address, or returns null. */
export async function findAccount(
  store: Store,
  email: string,
): Promise<{ id: string; role: Role; organizationId: string | null; createdAt: Date } | null> {
  const select = { id: true, role: true, organizationId: true, createdAt: true };
  const user = await prismaOf(store).user.findUnique({ where: { emailKey: emailKey(email) }, select });
  return user && { ...user, role: user.role as Role };
}

/** Returns the account of a user who belongs to an organization, or null. */
export async function getAccount(store: Store, userId: string): Promise<Account | null> {
  const where = { id: userId, organizationId: { not: null } };
  const user = await prismaOf(store).user.findUnique({ where, select: accountFields });
  if (!user?.organization) return null;
  const { organization, role, ...rest } = user;
  return { user: { ...rest, role: role as Role }, organization };
}

/** Returns the attorney with this id in the form that sign-in responses use, or null. */
export async function getAttorneyUser(store: Store, userId: string): Promise<Account['user'] | null> {
  const where = { id: userId, role: 'attorney', erasedAt: null };
  const user = await prismaOf(store).user.findUnique({ where, select: { id: true, name: true, email: true } });
  return user && { ...user, role: 'attorney' };
}

/**
 * An SQL condition: user `u` may sign in with a password. Owners always may, so that an organization isn't locked out
 * if it loses its identity provider.
 */
export const hasPassword = sql`(u.role = 'owner' OR NOT EXISTS (SELECT FROM "SingleSignOn" sso
  WHERE sso."organizationId" = u."organizationId" AND NOT sso."localPasswords"))`;

const accountFields = {
  id: true,
  name: true,
  email: true,
  role: true,
  organization: { select: { id: true, name: true, verified: true } },
} as const satisfies Prisma.UserSelect;
