/** What erasure needs of the place where the bytes of documents are kept. */
export interface KeptBytes {
  /** Takes away all bytes of a case, also those that no row names. */
  eraseCase(caseId: string): Promise<void>;
  /** The ids of cases of which bytes are outside the database, page by page. */
  casesOutside(): AsyncIterable<readonly string[]>;
  /** What was stored at least so many days ago, page by page. */
  listOlderThan(days: number): AsyncIterable<readonly StoredBytes[]>;
  /** Deletes the bytes of one document. */
  remove(bytes: StoredBytes): Promise<void>;
}

interface StoredBytes {
  caseId: string;
  documentId: string;
}
