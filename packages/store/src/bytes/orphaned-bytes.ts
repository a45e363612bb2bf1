import { poolOf, type Store } from '../database/store.ts';
import type { BlobStore } from './blob-store.ts';

/**
 * Deletes bytes that were stored long ago and that no document names: bytes are put before the transaction that records
 * their document, which may refuse them or never come. Those of cases that are not in this database are left, since a
 * restore may bring them back. `graceDays` is longer than a transition may take to be recorded. Resolves to how many
 * were deleted; `onPage` is called now and then.
 */
export async function sweepOrphanedBytes(
  store: Store,
  blobs: Pick<BlobStore, 'listOlderThan' | 'remove'>,
  { graceDays = 7, onPage = () => {} }: { graceDays?: number; onPage?: () => void } = {},
): Promise<number> {
  const pool = poolOf(store);
  // Of puts whose process died: they are of nobody, even where another put has stored the document since.
  const { rowCount } = await pool.query(unfinished, [graceDays]);
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

const unfinished = `DELETE FROM "Blob" WHERE NOT complete AND "createdAt" <= now() - make_interval(days => $1)`;

const orphans = `SELECT s."caseId", s."documentId"
  FROM unnest($1::text[], $2::text[]) AS s("caseId", "documentId") JOIN "Case" c ON c.id = s."caseId"
  WHERE NOT EXISTS (SELECT FROM "Document" d WHERE d.id = s."documentId" AND d."caseId" = s."caseId")`;
