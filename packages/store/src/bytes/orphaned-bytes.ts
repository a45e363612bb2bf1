import { poolOf, type Store } from '../database/store.ts';
import type { BlobStore } from './blob-store.ts';

/**
 * Deletes bytes that were stored at least `graceDays` days ago and belong to no document: bytes are stored before the
 * transaction that records their document, which can fail. Keeps bytes of cases that this database does not have,
 * because a restore may bring those cases back. `graceDays` exceeds the longest time between storing and recording.
 * Returns how many were deleted; calls `onPage` regularly.
 */
export async function sweepOrphanedBytes(
  store: Store,
  blobs: Pick<BlobStore, 'listOlderThan' | 'remove'>,
  { graceDays = 7, onPage = () => {} }: { graceDays?: number; onPage?: () => void } = {},
): Promise<number> {
  const pool = poolOf(store);
  // Incomplete blobs of interrupted puts belong to nobody, even if another put has stored the document since.
  const { rowCount } = await pool.query(unfinishedBlobs, [graceDays]);
  let deleted = rowCount ?? 0;
  for await (const page of blobs.listOlderThan(graceDays)) {
    onPage();
    const { rows } = await pool.query<{ caseId: string; documentId: string }>(orphans, [
      page.map(({ caseId }) => caseId),
      page.map(({ documentId }) => documentId),
    ]);
    for (const orphan of rows) {
      onPage();
      await blobs.remove(orphan);
      deleted += 1;
    }
  }
  return deleted;
}

/** $1 days. */
export const unfinishedBlobs = `DELETE FROM "Blob" WHERE NOT complete AND "createdAt" <= now() - make_interval(days => $1)`;

const orphans = `SELECT s."caseId", s."documentId"
  FROM unnest($1::text[], $2::text[]) AS s("caseId", "documentId") JOIN "Case" c ON c.id = s."caseId"
  WHERE NOT EXISTS (SELECT FROM "Document" d WHERE d.id = s."documentId" AND d."caseId" = s."caseId")`;
