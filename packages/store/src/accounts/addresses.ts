import { fromOrigin } from '../audit/origin.ts';
import { anyRow, firstRow, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';

/** Records a mail with a link that proves an owner's address, unless it is proven or the limit is reached. */
export async function requestAddressMail(
  store: Store,
  userId: string,
  limit: { key: string; window: Window },
): Promise<boolean> {
  return anyRow(store)`
    WITH slot AS (${takeSlot(limit.key, limit.window)})
    INSERT INTO "Mail" (id, kind, recipient, payload)
      SELECT ${newId('mail')}, 'address_confirmation', u.email, jsonb_build_object('userId', u.id)
      FROM "User" u JOIN "Organization" o ON o.id = u."organizationId", slot
      WHERE u.id = ${userId} AND u.role = 'owner' AND NOT o."addressProven" AND slot.admitted`;
}

/** Stores the hash of a link's token. Returns false if there is nothing to prove any more. */
export async function createAddressLink(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  return anyRow(store)`
    INSERT INTO "AddressLink" (hash, "userId")
    SELECT ${hash}, u.id FROM "User" u JOIN "Organization" o ON o.id = u."organizationId"
    WHERE u.id = ${userId} AND u.role = 'owner' AND NOT o."addressProven"`;
}

/** Verifies the organization of an owner by a link that was mailed to them. Returns false if the link cannot be used. */
export async function proveAddress(store: Store, userId: string, hash: Buffer): Promise<boolean> {
  const row = await firstRow<{ isProven: boolean }>(
    store,
  )`SELECT "proveAddress"(${hash}, ${userId}) AS "isProven" WHERE ${fromOrigin()}`;
  return row?.isProven ?? false;
}
