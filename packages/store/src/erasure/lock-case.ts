import type { State } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';

/** The state on which an erasure decides. */
interface LockedCase {
  state: State;
  sequence: number;
  legalHold: boolean;
  erasedAt: Date | null;
  /** The database's clock, read after the lock was acquired. */
  now: Date;
}

/** Locks the row of a case; null if there is none. */
export async function lockCase(transaction: Transaction, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT state, sequence, "legalHold", "erasedAt", clock_timestamp() AS now
    FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}
