import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { prismaOf, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// An organization's storage in a mode is the facts of its cases as JSON text, and its uploads. The sum is kept in a
// row, because adding up a hundred thousand cases for each upload takes 12 to 150 ms.

/** The bytes that an organization may store in each mode. */
export type StorageQuota = Readonly<Record<Mode, number>>;

/** The quota has no room for the bytes, and the transaction is rolled back. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

export const unlimited: StorageQuota = { test: Number.MAX_SAFE_INTEGER, live: Number.MAX_SAFE_INTEGER };

/**
 * Runs work that changes what these cases store, and adds the difference to the sum of the scope. The transaction has
 * to hold the rows of the cases. Throws `QuotaExceededError` if the work adds bytes beyond the quota. Other such work
 * in the same scope waits from the end of this work until its commit.
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

/** The bytes that these cases store. Uploads are the documents with a purpose, which erasure removes. */
async function bytesOf(transaction: Transaction, caseIds: readonly string[]): Promise<number> {
  const [stored] = await transaction.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(c.facts::text) + (
        SELECT coalesce(sum(d."sizeBytes"), 0) FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL
      )), 0)::float8 AS bytes
    FROM "Case" c WHERE c.id = ANY (${caseIds})`;
  return stored?.bytes ?? 0;
}

/** Whether the quota has room for more bytes now. It reserves nothing: `countStored` makes the decision. */
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
