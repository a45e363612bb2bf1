import { createHash } from 'node:crypto';

/** Keeps the bytes of documents. */
export interface BlobStore {
  /** Written once: a second put under the same ids keeps the first bytes. Gives the SHA-256 of what is kept. */
  put(caseId: string, documentId: string, bytes: Uint8Array): Promise<string>;
  /** Null when there are none, or no longer. */
  get(caseId: string, documentId: string): Promise<Buffer | null>;
  /** Takes away all bytes of a case, also those that no row names. */
  eraseCase(caseId: string): Promise<void>;
  /** The ids of cases of which bytes are outside the database, page by page: in it, one statement finds them. */
  casesOutside(): AsyncIterable<readonly string[]>;
}

/** The part of a pg.Pool that is needed here. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Keeps the bytes in the table "Blob". */
export function createPostgresBlobStore(pool: Queryable): BlobStore {
  return {
    async put(caseId, documentId, bytes) {
      const { rows } = await pool.query(
        'INSERT INTO "Blob" ("documentId", "caseId", "bytes") VALUES ($1, $2, $3) ON CONFLICT ("documentId") DO NOTHING RETURNING 1',
        [documentId, caseId, bytes],
      );
      const kept = rows.length > 0 ? bytes : await get(caseId, documentId);
      return sha256Hex(kept ?? bytes);
    },
    get,
    async eraseCase(caseId) {
      await pool.query('DELETE FROM "Blob" WHERE "caseId" = $1', [caseId]);
    },
    async *casesOutside() {},
  };

  async function get(caseId: string, documentId: string): Promise<Buffer | null> {
    const { rows } = await pool.query('SELECT "bytes" FROM "Blob" WHERE "documentId" = $1 AND "caseId" = $2', [
      documentId,
      caseId,
    ]);
    return (rows[0] as { bytes: Buffer } | undefined)?.bytes ?? null;
  }
}

/** SHA-256 in lower-case hex: how approvals and exhibits name a document. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
