import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// What an organization stores in a mode is counted in the transaction that stores it: the facts of cases by triggers, and
// uploads by `countUploads`. This module rolls back what would exceed the quota.

/** The bytes that an organization may store in each mode. */
export type StorageQuota = Readonly<Record<Mode, number>>;

/** The quota has no room for the bytes: the transaction is rolled back. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

/**
 * Runs work that stores bytes of a scope in its transaction. Other such work in the same scope waits for the commit.
 * Throws `QuotaExceededError` if the work added bytes that exceed the quota.
 */
export async function withinQuota<T>(
  transaction: Transaction,
  { organizationId, mode }: Scope,
  quota: StorageQuota,
  work: () => Promise<T>,
): Promise<T> {
  const [locked] = await transaction.$queryRaw<{ bytes: bigint }[]>`
    INSERT INTO "StoredBytes" AS s ("organizationId", mode, bytes) VALUES (${organizationId}, ${mode}, 0)
    ON CONFLICT ("organizationId", mode) DO UPDATE SET bytes = s.bytes RETURNING bytes`;
  const result = await work();
  const where = { organizationId_mode: { organizationId, mode } };
  const { bytes } = await transaction.storedBytes.findUniqueOrThrow({ where });
  if (bytes > quota[mode] && bytes > (locked?.bytes ?? 0n)) throw new QuotaExceededError();
  return result;
}

/** Adds the bytes of uploads to what a scope stores; a negative number removes them. Assumes that it has stored some before. */
export async function countUploads(
  transaction: Transaction,
  { organizationId, mode }: Scope,
  bytes: number,
): Promise<void> {
  await transaction.storedBytes.update({
    where: { organizationId_mode: { organizationId, mode } },
    data: { bytes: { increment: bytes } },
  });
}

/** Whether the quota has room for more bytes now. Reserves nothing: `withinQuota` decides. */
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
