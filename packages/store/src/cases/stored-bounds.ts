import { allRows, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/** Limits on what one case may store. */
export interface StoredBounds {
  /** The maximum total size of its documents. */
  maxStoredBytes: number;
  maxDocuments: number;
}

/** The limit that another document would exceed. */
export type CaseFullness = 'storage_full' | 'too_many_documents';

/**
 * Returns the limit that a document of this size would exceed, or null if there is room. Superseded documents count
 * too.
 */
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

/** Returns a function that runs a statement outside any transaction. `runInside` is for callers in a transaction. */
export function runAlone(store: Store): RunStatement {
  return (statement) => allRows<{ count: number; bytes: number }>(store)`${statement}`;
}

export function runInside(transaction: Transaction): RunStatement {
  return (statement) => transaction.$queryRaw(statement);
}
