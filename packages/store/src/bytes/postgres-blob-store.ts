import { randomUUID } from 'node:crypto';
import { poolOf, type Store } from '../database/store.ts';
import { type BlobSource, type BlobStore, IncompleteBytesError, type StoredId, toSource } from './blob-store.ts';

/**
 * Stores bytes in the tables "Blob" and "BlobChunk", one chunk per statement: neither writing nor reading holds a
 * connection, a transaction or more than one chunk in memory. Only complete blobs are readable.
 */
export function createPostgresBlobStore(store: Store): BlobStore {
  const pool = poolOf(store);
  return {
    async put(caseId, documentId, bytes) {
      const source = toSource(bytes);
      if (source.sizeBytes <= chunkBytes) return putSmall(caseId, documentId, source);
      return (await storedHash(documentId)) ?? putLarge(caseId, documentId, source);
    },
    async open(caseId, documentId) {
      const { rows } = await pool.query(openStatement, [documentId, caseId]);
      const [found] = rows as { id: string; sizeBytes: number; bytes: Buffer | null }[];
      if (!found) return null;
      return { sizeBytes: found.sizeBytes, read: () => read(found) };
    },
    async eraseCase(caseId) {
      await pool.query('DELETE FROM "Blob" WHERE "caseId" = $1', [caseId]);
    },
    async *casesOutside() {},
    async *listOlderThan(days) {
      for (let after = ''; ;) {
        const { rows } = await pool.query(olderStatement, [days, after, pageSize]);
        const page = rows as (StoredId & { id: string })[];
        const last = page.at(-1);
        if (!last) return;
        yield page;
        after = last.id;
      }
    },
    async remove({ caseId, documentId }) {
      await pool.query('DELETE FROM "Blob" WHERE "documentId" = $1 AND "caseId" = $2', [documentId, caseId]);
    },
  };

  async function putSmall(caseId: string, documentId: string, source: BlobSource): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.read(chunkBytes)) chunks.push(chunk);
    const values = [randomUUID(), documentId, caseId, source.sizeBytes, source.sha256, Buffer.concat(chunks)];
    const { rows } = await pool.query(putSmallStatement, values);
    return rows.length > 0 ? source.sha256 : ((await storedHash(documentId)) ?? source.sha256);
  }

  async function putLarge(caseId: string, documentId: string, source: BlobSource): Promise<string> {
    const id = randomUUID();
    await pool.query(beginStatement, [id, documentId, caseId, source.sizeBytes, source.sha256]);
    try {
      let index = 0;
      for await (const chunk of source.read(chunkBytes)) {
        await pool.query('INSERT INTO "BlobChunk" ("blobId", "index", "bytes") VALUES ($1, $2, $3)', [
          id,
          index,
          chunk,
        ]);
        index += 1;
      }
      await pool.query('UPDATE "Blob" SET "complete" = true WHERE "id" = $1', [id]);
      return source.sha256;
    } catch (error) {
      // If this fails, the daily retention deletes it.
      await pool.query('DELETE FROM "Blob" WHERE "id" = $1', [id]).catch(() => {});
      // Another put was first, or the case was erased meanwhile and nothing is stored.
      if (codeOf(error) === uniqueViolation) return (await storedHash(documentId)) ?? source.sha256;
      if (codeOf(error) === foreignKeyViolation) return source.sha256;
      throw error;
    }
  }

  async function storedHash(documentId: string): Promise<string | null> {
    const { rows } = await pool.query('SELECT "sha256" FROM "Blob" WHERE "documentId" = $1 AND "complete"', [
      documentId,
    ]);
    return (rows[0] as { sha256: string } | undefined)?.sha256 ?? null;
  }

  async function* read({ id, sizeBytes, bytes: first }: { id: string; sizeBytes: number; bytes: Buffer | null }) {
    let next = first;
    for (let index = 0, sent = 0; sent < sizeBytes; index += 1) {
      const bytes: Buffer | null = next ?? (await readChunk(id, index));
      next = null;
      if (!bytes) throw new IncompleteBytesError('the stored bytes are incomplete');
      sent += bytes.length;
      yield bytes;
    }
  }

  async function readChunk(id: string, index: number): Promise<Buffer | null> {
    const { rows } = await pool.query('SELECT "bytes" FROM "BlobChunk" WHERE "blobId" = $1 AND "index" = $2', [
      id,
      index,
    ]);
    return (rows[0] as { bytes: Buffer } | undefined)?.bytes ?? null;
  }
}

/** Small compared to the memory of a process, large compared to the cost of a statement. */
const chunkBytes = 256 * 1024;
const pageSize = 1000;
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

const beginStatement = `INSERT INTO "Blob" ("id", "documentId", "caseId", "sizeBytes", "sha256", "complete")
  VALUES ($1, $2, $3, $4, $5, false)`;

const putSmallStatement = `WITH put AS (
    INSERT INTO "Blob" ("id", "documentId", "caseId", "sizeBytes", "sha256", "complete")
    VALUES ($1, $2, $3, $4, $5, true)
    ON CONFLICT ("documentId") WHERE "complete" DO NOTHING RETURNING "id"
  )
  INSERT INTO "BlobChunk" ("blobId", "index", "bytes") SELECT "id", 0, $6::bytea FROM put RETURNING 1`;

const openStatement = `SELECT b."id", b."sizeBytes", c."bytes"
  FROM "Blob" b LEFT JOIN "BlobChunk" c ON c."blobId" = b."id" AND c."index" = 0 AND b."sizeBytes" <= ${chunkBytes}
  WHERE b."documentId" = $1 AND b."caseId" = $2 AND b."complete"`;

const olderStatement = `SELECT "id", "caseId", "documentId" FROM "Blob"
  WHERE "createdAt" <= now() - make_interval(days => $1) AND "id" > $2 ORDER BY "id" LIMIT $3`;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
