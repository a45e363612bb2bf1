import type { BlobStore } from '@evict/documents';
import type { Store } from '@evict/store';
import type { CaseClient } from '@evict/temporal';

/** What the routes of this gateway work with. */
export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
}
