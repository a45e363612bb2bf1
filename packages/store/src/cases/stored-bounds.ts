import { allRows, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/** What one case may hold. */
export interface StoredBounds {
  /** Of all its documents together. */
  maxStoredBytes: number;
  maxDocuments: number;
}

/** Which bound another document would exceed. */
export type CaseFullness = 'storage_full' | 'too_many_documents';

/** Whether a case has room for another document of this size; null if it has. Counts replaced documents too. */
export async function fullness(
  run: RunStatement,
  caseId: string,
  sizeBytes: number,
  { maxStoredBytes, maxDocuments }: StoredBounds,
): Promise<CaseFullness | null> {
  const [stored] = await run(sql`SELECT count(*)::int AS count, coalesce(sum("sizeBytes"), 0)::float8 AS bytes
    FROM "Document" WHERE "caseId" = ${caseId}`);
  if ((stored?.count ?? 0) >= maxDocuments) return 'too_many_documents';
  return (stored?.bytes ?? 0) + sizeBytes > maxStoredBytes ? 'storage_full' : null;
}

type RunStatement = (statement: Statement) => Promise<{ count: number; bytes: number }[]>;

/** As a statement of its own, or as one of a transaction. */
export function runAlone(store: Store): RunStatement {
  return (statement) => allRows<{ count: number; bytes: number }>(store)`${statement}`;
}

export function runInside(transaction: Transaction): RunStatement {
  return (statement) => transaction.$queryRaw(statement);
}
