import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { CaseClient, OutboxClient } from '@evict/temporal';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** Wakes the outbox of mail once its rows are committed. */
  outbox: Pick<OutboxClient, 'wakeSoon'>;
}
