import { allRows, countRows, sql, type Statement, type Store } from '../database/store.ts';
import type { BlobStore, StoredId } from './blob-store.ts';

/**
 * Deletes bytes that were stored at least `graceDays` days ago and belong to no document. There can be such bytes
 * because they are stored before the transaction that records their document, and that transaction can fail. Bytes of
 * cases that this database doesn't contain are kept, because a restore may bring the cases back. `graceDays` has to
 * exceed the longest time between storing and recording. Returns how many were deleted, and calls `onPage` regularly.
 */
export async function sweepOrphanedBytes(
  store: Store,
  blobs: Pick<BlobStore, 'listOlderThan' | 'remove'>,
  { graceDays = 7, onPage = () => {} }: { graceDays?: number; onPage?: () => void } = {},
): Promise<number> {
  // Incomplete blobs of interrupted puts can be deleted even if another put has stored the document since.
  let deleted = await countRows(store)`${unfinishedBlobs(graceDays)}`;
  for await (const page of blobs.listOlderThan(graceDays)) {
    onPage();
    const caseIds = page.map(({ caseId }) => caseId);
    const documentIds = page.map(({ documentId }) => documentId);
    const rows = await allRows<StoredId>(store)`
      SELECT s."caseId", s."documentId"
      FROM unnest(${caseIds}::text[], ${documentIds}::text[]) AS s("caseId", "documentId")
        JOIN "Case" c ON c.id = s."caseId"
      WHERE NOT EXISTS (SELECT FROM "Document" d WHERE d.id = s."documentId" AND d."caseId" = s."caseId")`;
    for (const orphan of rows) {
      onPage();
      await blobs.remove(orphan);
      deleted += 1;
    }
  }
  return deleted;
}

/** SQL that deletes blobs that have been incomplete for this many days. */
export function unfinishedBlobs(days: number): Statement {
  return sql`DELETE FROM "Blob" WHERE NOT complete AND "createdAt" <= now() - make_interval(days => ${days})`;
}
