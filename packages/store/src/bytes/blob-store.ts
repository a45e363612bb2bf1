import { createHash } from 'node:crypto';

/** Bytes of known length and hash that can be read more than once. */
export interface BlobSource {
  sizeBytes: number;
  /** SHA-256 in lower-case hex. */
  sha256: string;
  /** Reads from the start in chunks of `chunkBytes`. The last chunk may be shorter. */
  read(chunkBytes: number): AsyncIterable<Uint8Array>;
}

export interface StoredBlob {
  sizeBytes: number;
  /**
   * Reads the bytes in chunks, as fast as the consumer takes them. Between chunks it holds no connection, except the
   * response of a bucket. Throws if the bytes are erased meanwhile.
   */
  read(): AsyncIterable<Uint8Array>;
}

export interface StoredId {
  caseId: string;
  documentId: string;
}

/** Storage for the bytes of documents. */
export interface BlobStore {
  /** Whether the bytes are in a bucket. Storing them then holds no database connection and can take a minute. */
  readonly isBucket: boolean;
  /**
   * Stores bytes once: a second put under the same id keeps the first bytes. Returns the SHA-256 of the stored bytes.
   * Call it before the transaction that records the document, never inside it.
   */
  put(caseId: string, documentId: string, source: Uint8Array | BlobSource): Promise<string>;
  /** Returns null if there are no bytes. */
  open(caseId: string, documentId: string): Promise<StoredBlob | null>;
  /** Deletes all bytes of a case, including those without a document row. */
  eraseCase(caseId: string): Promise<void>;
  /** Pages of ids of cases that have bytes outside of the database. */
  casesOutside(): AsyncIterable<readonly string[]>;
  /** Pages of bytes that were stored at least `days` days ago. */
  listOlderThan(days: number): AsyncIterable<readonly StoredId[]>;
  /** Deletes the bytes of one document. */
  remove(id: StoredId): Promise<void>;
}

/** Some of the bytes being read no longer exist. */
export class IncompleteBytesError extends Error {
  override readonly name = 'IncompleteBytesError';
}

/** SHA-256 in lower-case hex, as approvals and exhibits name a document. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The SHA-256 of stored bytes, computed chunk by chunk. */
export async function sha256Of(blob: StoredBlob): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.read()) hash.update(piece);
  return hash.digest('hex');
}

/** Bytes in memory as a source, hashed once. */
export function toSource(bytes: Uint8Array | BlobSource): BlobSource {
  if (!(bytes instanceof Uint8Array)) return bytes;
  return {
    sizeBytes: bytes.length,
    sha256: sha256Hex(bytes),
    async *read(chunkBytes) {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}
