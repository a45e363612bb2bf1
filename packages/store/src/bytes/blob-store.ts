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
   * Reads the bytes in chunks, as fast as the consumer takes them. Holds no database connection between chunks. Bytes
   * in a bucket arrive as one response, which stays open. Throws if the bytes are erased meanwhile.
   */
  read(): AsyncIterable<Uint8Array>;
}

export interface StoredId {
  caseId: string;
  documentId: string;
}

/** Storage for document bytes. */
export interface BlobStore {
  /** Whether the bytes are in a bucket. If so, storing them holds no database connection and can take a minute. */
  readonly isBucket: boolean;
  /**
   * Stores bytes once: a second put with the same ids keeps the first bytes. Returns the SHA-256 of the stored bytes.
   * Call it before the transaction that records the document, never inside it.
   */
  put(caseId: string, documentId: string, source: Uint8Array | BlobSource): Promise<string>;
  /** Returns null if there are no bytes. */
  open(caseId: string, documentId: string): Promise<StoredBlob | null>;
  /** Deletes all bytes of a case, including those without a document row. */
  eraseCase(caseId: string): Promise<void>;
  /** Yields the ids of cases that have bytes outside the database, in pages. */
  casesOutside(): AsyncIterable<readonly string[]>;
  /** Yields the ids of bytes that were stored at least `days` days ago, in pages. */
  listOlderThan(days: number): AsyncIterable<readonly StoredId[]>;
  /** Deletes the bytes of one document. */
  remove(id: StoredId): Promise<void>;
}

/** Thrown if some of the bytes being read no longer exist. */
export class IncompleteBytesError extends Error {
  override readonly name = 'IncompleteBytesError';
}

/** Returns the SHA-256 in lower-case hex, which approvals and exhibits use to identify a document. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the SHA-256 of stored bytes, computed chunk by chunk. */
export async function sha256Of(blob: StoredBlob): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.read()) hash.update(piece);
  return hash.digest('hex');
}

/** Wraps bytes in memory as a source, and hashes them once. Returns a source unchanged. */
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
