import type { Role } from './accounts.ts';
import type { Prisma } from '../generated/client.ts';
import { prismaOf, type Store } from '../database/store.ts';

/** An organization and its members, the longest-standing first. */
export interface OrganizationRow {
  id: string;
  name: string;
  verified: boolean;
  members: { id: string; name: string | null; email: string; role: Role }[];
}

/** Throws if there is none: the id comes from the caller's credential. */
export async function getOrganization(store: Store, id: string): Promise<OrganizationRow> {
  return toOrganization(
    await prismaOf(store).organization.findUniqueOrThrow({ where: { id }, select: organizationFields }),
  );
}

export async function renameOrganization(store: Store, id: string, name: string): Promise<OrganizationRow> {
  return toOrganization(
    await prismaOf(store).organization.update({ where: { id }, data: { name }, select: organizationFields }),
  );
}

/** Marks an organization as verified or not. Returns false if it does not exist. */
export async function setOrganizationVerified(store: Store, id: string, verified: boolean): Promise<boolean> {
  return (await prismaOf(store).organization.updateMany({ where: { id }, data: { verified } })).count > 0;
}

/** An organization in the operators' list. */
export interface ListedOrganization {
  id: string;
  name: string;
  verified: boolean;
  createdAt: Date;
  members: number;
  cases: number;
}

/** The newest organizations, at most `limit`. */
export async function listOrganizations(store: Store, limit: number): Promise<ListedOrganization[]> {
  const rows = await prismaOf(store).organization.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    include: { _count: { select: { users: true, cases: true } } },
  });
  return rows.map(({ _count, ...row }) => ({ ...row, members: _count.users, cases: _count.cases }));
}

const organizationFields = {
  id: true,
  name: true,
  verified: true,
  users: {
    select: { id: true, name: true, email: true, role: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  },
} as const satisfies Prisma.OrganizationSelect;

function toOrganization(row: Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>): OrganizationRow {
  const { id, name, verified, users } = row;
  const members = users.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role as Role,
  }));
  return { id, name, verified, members };
}
