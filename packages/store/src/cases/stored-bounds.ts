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
  { document }: Transaction,
  caseId: string,
  sizeBytes: number,
  { maxStoredBytes, maxDocuments }: StoredBounds,
): Promise<CaseFullness | null> {
  const { _sum, _count } = await document.aggregate({ where: { caseId }, _sum: { sizeBytes: true }, _count: true });
  if (_count >= maxDocuments) return 'too_many_documents';
  return (_sum.sizeBytes ?? 0) + sizeBytes > maxStoredBytes ? 'storage_full' : null;
}
