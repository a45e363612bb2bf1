import type { BlobStore } from './blob-store.ts';
import { allRows, firstRow, type Store } from '../database/store.ts';

const blobsAtOnce = 500;

export interface ClearedBytes {
  /** The number of erased cases that still had bytes outside the database. */
  erased: number;
  /** The number of cases that have bytes outside the database but no row in it. Their bytes are kept. */
  unknown: number;
}

/**
 * Deletes leftover bytes of erased cases: bytes that a running process stored after the erasure, and bytes that an
 * interrupted erasure missed. Calls `onPage` regularly.
 */
export async function deleteErasedCaseBytes(
  store: Store,
  blobs: BlobStore,
  onPage: () => void = () => {},
): Promise<ClearedBytes> {
  for (let after: string | null = ''; after !== null; onPage()) {
    const page: Page | null = await firstRow<Page>(store)`
      WITH page AS MATERIALIZED (
        SELECT id, "caseId" FROM "Blob" WHERE id > ${after} ORDER BY id LIMIT ${blobsAtOnce}
      ), deleted AS (
        DELETE FROM "Blob" b USING page p JOIN "Case" c ON c.id = p."caseId"
        WHERE b.id = p.id AND c."erasedAt" IS NOT NULL
      )
      SELECT max(id) AS last, count(*)::int AS read FROM page`;
    after = page?.read === blobsAtOnce ? page.last : null;
  }
  const cleared: ClearedBytes = { erased: 0, unknown: 0 };
  for await (const caseIds of blobs.casesOutside()) {
    onPage();
    const rows = await allRows<{ id: string; erased: boolean }>(store)`
      SELECT id, "erasedAt" IS NOT NULL AS erased FROM "Case" WHERE id = ANY (${caseIds})`;
    for (const { id } of rows.filter(({ erased }) => erased)) {
      onPage();
      await blobs.eraseCase(id);
      cleared.erased += 1;
    }
    cleared.unknown += caseIds.length - rows.length;
  }
  return cleared;
}

interface Page {
  /** The last id of the page, or null if the page is empty. */
  last: string | null;
  read: number;
}
