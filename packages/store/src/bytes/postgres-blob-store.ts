import { randomUUID } from 'node:crypto';
import { allRows, anyRow, countRows, firstRow, raw, type Store } from '../database/store.ts';
import { type BlobSource, type BlobStore, IncompleteBytesError, type StoredId, toSource } from './blob-store.ts';

/**
 * Stores bytes in the tables "Blob" and "BlobChunk", one chunk per statement, so that neither writing nor reading holds
 * a connection, a transaction or more than one chunk in memory. Only complete blobs are readable.
 */
export function createPostgresBlobStore(store: Store): BlobStore {
  return {
    isBucket: false,
    async put(caseId, documentId, bytes) {
      const source = toSource(bytes);
      if (source.sizeBytes <= chunkBytes) return putSmall(caseId, documentId, source);
      return (await storedHash(documentId)) ?? putLarge(caseId, documentId, source);
    },
    async open(caseId, documentId) {
      const found = await firstRow<ReadableBlob>(store)`
        SELECT b.id, b."sizeBytes", c.bytes FROM "Blob" b
          LEFT JOIN "BlobChunk" c ON c."blobId" = b.id AND c.index = 0 AND b."sizeBytes" <= ${raw(chunkBytes)}
        WHERE b."documentId" = ${documentId} AND b."caseId" = ${caseId} AND b.complete`;
      return found && { sizeBytes: found.sizeBytes, read: () => read(found) };
    },
    async eraseCase(caseId) {
      await countRows(store)`DELETE FROM "Blob" WHERE "caseId" = ${caseId}`;
    },
    async *casesOutside() {},
    async *listOlderThan(days) {
      for (let after = ''; ;) {
        const page = await allRows<StoredId & { id: string }>(store)`
          SELECT id, "caseId", "documentId" FROM "Blob"
          WHERE "createdAt" <= now() - make_interval(days => ${days}) AND id > ${after} ORDER BY id LIMIT ${pageSize}`;
        const last = page.at(-1);
        if (!last) return;
        yield page;
        after = last.id;
      }
    },
    async remove({ caseId, documentId }) {
      await countRows(store)`DELETE FROM "Blob" WHERE "documentId" = ${documentId} AND "caseId" = ${caseId}`;
    },
  };

  async function putSmall(caseId: string, documentId: string, source: BlobSource): Promise<string> {
    const { sizeBytes, sha256 } = source;
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.read(chunkBytes)) chunks.push(chunk);
    const isStored = await anyRow(store)`
      WITH put AS (
        INSERT INTO "Blob" (id, "documentId", "caseId", "sizeBytes", sha256, complete)
        VALUES (${randomUUID()}, ${documentId}, ${caseId}, ${sizeBytes}, ${sha256}, true)
        ON CONFLICT ("documentId") WHERE complete DO NOTHING RETURNING id
      )
      INSERT INTO "BlobChunk" ("blobId", index, bytes) SELECT id, 0, ${Buffer.concat(chunks)}::bytea FROM put`;
    return isStored ? sha256 : ((await storedHash(documentId)) ?? sha256);
  }

  async function putLarge(caseId: string, documentId: string, source: BlobSource): Promise<string> {
    const id = randomUUID();
    const { sizeBytes, sha256 } = source;
    await countRows(store)`
      INSERT INTO "Blob" (id, "documentId", "caseId", "sizeBytes", sha256, complete)
      VALUES (${id}, ${documentId}, ${caseId}, ${sizeBytes}, ${sha256}, false)`;
    try {
      let index = 0;
      for await (const chunk of source.read(chunkBytes)) {
        await countRows(store)`INSERT INTO "BlobChunk" ("blobId", index, bytes) VALUES (${id}, ${index}, ${chunk})`;
        index += 1;
      }
      await countRows(store)`UPDATE "Blob" SET complete = true WHERE id = ${id}`;
      return sha256;
    } catch (error) {
      // If this fails, daily retention deletes the blob.
      await countRows(store)`DELETE FROM "Blob" WHERE id = ${id}`.catch(() => {});
      // Another put came first, or the case has been erased and nothing is stored.
      if (codeOf(error) === uniqueViolation) return (await storedHash(documentId)) ?? sha256;
      if (codeOf(error) === foreignKeyViolation) return sha256;
      throw error;
    }
  }

  async function storedHash(documentId: string): Promise<string | null> {
    const blob = await firstRow<{ sha256: string }>(store)`
      SELECT sha256 FROM "Blob" WHERE "documentId" = ${documentId} AND complete`;
    return blob?.sha256 ?? null;
  }

  async function* read({ id, sizeBytes, bytes: first }: ReadableBlob) {
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
    const chunk = await firstRow<{ bytes: Buffer }>(store)`
      SELECT bytes FROM "BlobChunk" WHERE "blobId" = ${id} AND index = ${index}`;
    return chunk?.bytes ?? null;
  }
}

/** `bytes` is the whole content if it fits in one chunk, or else null. */
interface ReadableBlob {
  id: string;
  sizeBytes: number;
  bytes: Buffer | null;
}

/** Small enough for a process's memory, and large enough that the cost of a statement doesn't matter. */
const chunkBytes = 256 * 1024;
const pageSize = 1000;
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
