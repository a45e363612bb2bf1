import { recordAudit } from '../audit/record.ts';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { listMembers, type MemberRow } from './members.ts';

/** An organization and its members, longest-standing first. */
export interface OrganizationRow {
  id: string;
  name: string;
  verified: boolean;
  timeZone?: string;
  members: MemberRow[];
}

/** Reads an organization. Throws if it doesn't exist, because the id comes from the caller's credential. */
export async function getOrganization(store: Store, id: string): Promise<OrganizationRow> {
  const select = { id: true, name: true, verified: true, timeZone: true };
  const { timeZone, ...organization } = await prismaOf(store).organization.findUniqueOrThrow({ where: { id }, select });
  return { ...organization, ...(timeZone !== null && { timeZone }), members: await listMembers(store, id) };
}

/**
 * Changes the given fields of an organization and returns it. A null `timeZone` resets the time zone to the default.
 */
export async function updateOrganization(
  store: Store,
  id: string,
  { name, timeZone }: { name?: string | undefined; timeZone?: string | null | undefined },
): Promise<OrganizationRow> {
  await inTransaction(store, 'updateOrganization', id, async (transaction) => {
    if (name !== undefined) await renameOrganization(transaction, id, name);
    if (timeZone !== undefined)
      await transaction.organization.update({ where: { id }, data: { timeZone }, select: { id: true } });
  });
  return getOrganization(store, id);
}

export async function renameOrganization(transaction: Transaction, id: string, name: string): Promise<void> {
  const { count } = await transaction.organization.updateMany({ where: { id, name: { not: name } }, data: { name } });
  if (count > 0) await recordAudit(transaction, { organizationId: id, action: 'organization_renamed' });
}

/**
 * Marks an organization as verified or not, by decision of an operator. The mark stays even if an owner confirms their
 * email address later. Returns false if the organization doesn't exist.
 */
export async function setOrganizationVerified(store: Store, id: string, verified: boolean): Promise<boolean> {
  return inTransaction(store, 'setOrganizationVerified', id, async (transaction) => {
    const [changed] = await transaction.$queryRaw<{ before: boolean }[]>`
      UPDATE "Organization"
      SET verified = ${verified}, withheld = NOT ${verified}::boolean, "addressProven" = "addressProven" OR ${verified}::boolean
      WHERE id = ${id} RETURNING old.verified AS before`;
    if (changed && changed.before !== verified)
      await recordAudit(transaction, { organizationId: id, action: 'organization_verified', detail: { verified } });
    return changed !== undefined;
  });
}

/** Lists the newest organizations, up to `limit`, with their numbers of members and cases. */
export async function listOrganizations(store: Store, limit: number) {
  const rows = await prismaOf(store).organization.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    include: { _count: { select: { users: true, cases: true } } },
  });
  return rows.map(({ _count, ...row }) => ({ ...row, members: _count.users, cases: _count.cases }));
}
