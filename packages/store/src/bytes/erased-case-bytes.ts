import type { BlobStore } from './blob-store.ts';
import { poolOf, type Store } from '../database/store.ts';

const blobsAtOnce = 200;

export interface ClearedBytes {
  /** Erased cases that still had bytes outside the database. */
  erased: number;
  /** Cases with bytes outside the database and no row here. Their bytes are kept. */
  unknown: number;
}

/**
 * Deletes bytes of erased cases: those stored by work that was still running, and those that an interrupted erasure did
 * not reach. Calls `onPage` between small statements.
 */
export async function deleteErasedCaseBytes(
  store: Store,
  blobs: BlobStore,
  onPage: () => void = () => {},
): Promise<ClearedBytes> {
  const pool = poolOf(store);
  for (let deleted = blobsAtOnce; deleted === blobsAtOnce; onPage()) {
    deleted = (await pool.query(deleteBlobs, [blobsAtOnce])).rowCount ?? 0;
  }
  const cleared: ClearedBytes = { erased: 0, unknown: 0 };
  for await (const caseIds of blobs.casesOutside()) {
    onPage();
    const { rows } = await pool.query<{ id: string; erased: boolean }>(
      'SELECT id, "erasedAt" IS NOT NULL AS erased FROM "Case" WHERE id = ANY ($1)',
      [caseIds],
    );
    for (const { id } of rows.filter(({ erased }) => erased)) {
      onPage();
      await blobs.eraseCase(id);
      cleared.erased += 1;
    }
    cleared.unknown += caseIds.length - rows.length;
  }
  return cleared;
}

const deleteBlobs = `DELETE FROM "Blob" WHERE id IN (
  SELECT b.id FROM "Blob" b JOIN "Case" c ON c.id = b."caseId" WHERE c."erasedAt" IS NOT NULL LIMIT $1)`;
