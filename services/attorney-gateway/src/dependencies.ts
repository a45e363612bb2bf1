import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { CaseClient } from '@evict/temporal';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** Starts a mail whose row is committed, without waiting for it. */
  startMail: (mailId: string) => void;
}
