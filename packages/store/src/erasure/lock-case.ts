import type { State } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';

/** What an erasure is decided on. */
interface LockedCase {
  state: State;
  sequence: number;
  legalHold: boolean;
  erasedAt: Date | null;
  /** The database's clock, read after the row was locked. */
  now: Date;
}

/** Locks the row of a case; null where there is none. */
export async function lockCase(transaction: Transaction, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT state, sequence, "legalHold", "erasedAt", clock_timestamp() AS now
    FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}
