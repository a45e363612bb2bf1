import type { State } from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';

/** What an erasure is decided on. */
interface LockedCase {
  state: State;
  sequence: number;
  legalHold: boolean;
  erasedAt: Date | null;
}

/** Locks the row of a case; null where there is none. */
export async function lockCase(transaction: Prisma.TransactionClient, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT state, sequence, "legalHold", "erasedAt" FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}

/** The bytes of a large case take a while to delete. */
export const lockBounds = { maxWait: 5000, timeout: 60_000 };
