import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { prismaOf, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// An organization's storage in a mode consists of the facts of its cases, as JSON, and its uploads. The sum is kept in
// a row, because adding up a hundred thousand cases for each upload takes 12 to 390 ms.

/** The bytes that an organization may store in each mode. */
export type StorageQuota = Readonly<Record<Mode, number>>;

/** Thrown if the quota has no room for the bytes, which rolls the transaction back. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

export const unlimited: StorageQuota = { test: Number.MAX_SAFE_INTEGER, live: Number.MAX_SAFE_INTEGER };

/**
 * Runs `work`, which changes what these cases store, and adds the difference in bytes to the scope's sum. The
 * transaction must have locked the cases' rows. Throws `QuotaExceededError` if the added bytes exceed the quota. Once
 * the sum is updated, other calls for the same scope wait until this transaction ends.
 */
export async function countStored<T>(
  transaction: Transaction,
  { organizationId, mode }: Scope,
  { caseIds, quota = unlimited }: { caseIds: readonly string[]; quota?: StorageQuota },
  work: () => Promise<T>,
): Promise<T> {
  const before = await bytesOf(transaction, caseIds);
  const result = await work();
  const added = (await bytesOf(transaction, caseIds)) - before;
  if (added === 0) return result;
  const [stored] = await transaction.$queryRaw<{ bytes: bigint }[]>(
    addBytes({ organizationId, mode }, sql`${added}::bigint`),
  );
  if (added > 0 && stored && stored.bytes > quota[mode]) throw new QuotaExceededError();
  return result;
}

/** Adds to the stored bytes of a scope and returns the sum. */
function addBytes({ organizationId, mode }: Scope, added: Statement): Statement {
  return sql`
    INSERT INTO "StoredBytes" AS s ("organizationId", mode, bytes) VALUES (${organizationId}, ${mode}, ${added})
    ON CONFLICT ("organizationId", mode) DO UPDATE SET bytes = s.bytes + excluded.bytes RETURNING bytes`;
}

/** Returns how many bytes these cases store. Uploads are the documents with a purpose. Erasure removes the purpose. */
async function bytesOf(transaction: Transaction, caseIds: readonly string[]): Promise<number> {
  const [stored] = await transaction.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(c.facts::text) + (
        SELECT coalesce(sum(d."sizeBytes"), 0) FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL
      )), 0)::float8 AS bytes
    FROM "Case" c WHERE c.id = ANY (${caseIds})`;
  return stored?.bytes ?? 0;
}

/**
 * Returns whether the quota has room for more bytes now. Reserves no space, because `countStored` makes the decision.
 */
export async function hasRoomFor(
  store: Store,
  { organizationId, mode }: Scope,
  quota: StorageQuota,
  bytes: number,
): Promise<boolean> {
  const where = { organizationId_mode: { organizationId, mode } };
  const row = await prismaOf(store).storedBytes.findUnique({ where });
  return Number(row?.bytes ?? 0n) + bytes <= quota[mode];
}
