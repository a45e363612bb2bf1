import type { BlobStore } from './blob-store.ts';
import { poolOf, type Store } from '../database/store.ts';

const blobsAtOnce = 200;

export interface ClearedBytes {
  /** How many erased cases had bytes outside the database again, or still. */
  erased: number;
  /** How many cases outside are of no row here: their bytes are left as they are. */
  unknown: number;
}

/**
 * Deletes bytes of erased cases: what was stored afterwards by work that was still under way, and what an erasure left
 * behind whose process died. `onPage` is called between small statements.
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
