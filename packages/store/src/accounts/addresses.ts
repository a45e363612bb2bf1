import { recordAudit } from '../audit/record.ts';
import { anyRow, inTransaction, raw, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newId } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';
import { tableRetention } from '../retention/table.ts';

const addressDays = tableRetention.AddressLink.rules.expired.days;

/**
 * Queues an email with a link that confirms an owner's email address. Returns false if the user isn't an owner, the
 * organization already has a confirmed address, or the limit is reached.
 */
export async function requestAddressMail(
  store: Store,
  userId: string,
  limit: { key: string; window: Window },
): Promise<boolean> {
  return anyRow(store)`
    WITH slot AS (${takeSlot(limit.key, limit.window)}), mail AS (
      INSERT INTO "Mail" (id, kind, recipient, payload)
      SELECT ${newId('mail')}, 'address_confirmation', u.email, jsonb_build_object('userId', u.id)
      FROM "User" u JOIN "Organization" o ON o.id = u."organizationId", slot
      WHERE u.id = ${userId} AND u.role = 'owner' AND NOT o."addressProven" AND slot.admitted
      RETURNING id)
    SELECT id, ${notifying('mail', 'mail')} FROM mail`;
}

/**
 * Stores the hash of the token in a confirmation link. Returns false if the user is no longer an owner, or the
 * organization already has a confirmed address.
 */
export async function createAddressLink(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "AddressLink" (hash, "userId")
    SELECT ${hash}, u.id FROM "User" u JOIN "Organization" o ON o.id = u."organizationId"
    WHERE u.id = ${userId} AND u.role = 'owner' AND NOT o."addressProven"`;
}

/**
 * Verifies the organization of an owner who opened the link that was emailed to them. Returns false if the link is
 * unknown, used or expired, or the user is no longer an owner.
 */
export async function proveAddress(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  return inTransaction(store, 'proveAddress', hash.toString('hex'), async (transaction) => {
    const owner = await transaction.user.findUnique({
      where: { id: userId, role: 'owner', organizationId: { not: null } },
      select: { organizationId: true },
    });
    const organizationId = owner?.organizationId ?? null;
    if (organizationId === null) return false;
    // Lock the organization first, in the same order as all other transactions.
    await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const used = await transaction.$executeRaw`
      DELETE FROM "AddressLink"
      WHERE hash = ${hash} AND "userId" = ${userId} AND "createdAt" > now() - interval '${raw(addressDays)} days'`;
    if (used === 0) return false;
    await verifyOrganization(transaction, organizationId);
    return true;
  });
}

/**
 * Records that an owner has received email at their address, which verifies the organization unless operators have
 * withheld verification.
 */
export async function verifyOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  const [changed] = await transaction.$queryRaw<{ before: boolean; verified: boolean }[]>`
    UPDATE "Organization" SET "addressProven" = true, verified = NOT withheld WHERE id = ${organizationId}
    RETURNING old.verified AS before, verified`;
  if (!changed || changed.before === changed.verified) return;
  await recordAudit(transaction, {
    organizationId,
    action: 'organization_verified',
    detail: { verified: changed.verified },
  });
}
