import { createHash } from 'node:crypto';

/** Bytes whose length and hash are known before they are read; they can be read more than once. */
export interface BlobSource {
  sizeBytes: number;
  /** SHA-256, lower-case hex. */
  sha256: string;
  /** From the first byte on, in pieces of so many bytes; the last one may be shorter. */
  read(pieceBytes: number): AsyncIterable<Uint8Array>;
}

/** Bytes that are stored. */
export interface StoredBlob {
  sizeBytes: number;
  /**
   * Reads them piece by piece, no faster than they are taken; nothing is held open for them between two pieces but, with
   * a bucket, its response. Throws where the bytes are erased meanwhile.
   */
  read(): AsyncIterable<Uint8Array>;
}

export interface StoredId {
  caseId: string;
  documentId: string;
}

/** Keeps the bytes of documents. */
export interface BlobStore {
  /**
   * Stores bytes once: a second put under the same id keeps the first bytes. Resolves to the SHA-256 of what is kept. To
   * be called before the transaction that records the document, never inside it.
   */
  put(caseId: string, documentId: string, source: Uint8Array | BlobSource): Promise<string>;
  /** Null when there are none, or no longer. */
  open(caseId: string, documentId: string): Promise<StoredBlob | null>;
  /** Deletes all bytes of a case, also those that no row names. */
  eraseCase(caseId: string): Promise<void>;
  /** The ids of cases of which bytes are outside the database, page by page: in it, one statement finds them. */
  casesOutside(): AsyncIterable<readonly string[]>;
  /** What was stored at least so many days ago, page by page. */
  listOlderThan(days: number): AsyncIterable<readonly StoredId[]>;
  /** Deletes the bytes of one document. */
  remove(id: StoredId): Promise<void>;
}

/** SHA-256 in lower-case hex: how approvals and exhibits name a document. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The SHA-256 of stored bytes, read piece by piece. */
export async function sha256Of(blob: StoredBlob): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.read()) hash.update(piece);
  return hash.digest('hex');
}

/** Bytes in memory as a source. */
export function toSource(bytes: Uint8Array | BlobSource): BlobSource {
  if (!(bytes instanceof Uint8Array)) return bytes;
  return {
    sizeBytes: bytes.length,
    sha256: sha256Hex(bytes),
    async *read(pieceBytes) {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    },
  };
}
