import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// What an organization stores in a mode is counted by triggers of the tables that hold it: exact whoever writes, and in
// the same transaction. What would exceed the quota is rolled back here.

/** The bytes that an organization may store in each mode. */
export type StorageQuota = Readonly<Record<Mode, number>>;

/** More would be stored than the quota allows: the transaction is rolled back. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

/**
 * Does work that stores bytes of a scope, in its transaction; others that store bytes of the same scope wait until it
 * ends. Throws `QuotaExceededError` where the work has added bytes and the quota does not hold them.
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

/** Whether so many bytes more would fit now. Nothing is reserved: `withinQuota` decides. */
export async function wouldFit(
  store: Store,
  { organizationId, mode }: Scope,
  quota: StorageQuota,
  bytes: number,
): Promise<boolean> {
  const where = { organizationId_mode: { organizationId, mode } };
  const row = await prismaOf(store).storedBytes.findUnique({ where });
  return Number(row?.bytes ?? 0n) + bytes <= quota[mode];
}
