import type { RefuseInfected } from '@evict/http';
import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { CaseClient, OutboxClient } from '@evict/temporal';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** Checks what is uploaded. */
  refuseInfected: RefuseInfected;
  /** Wakes the outbox of mail once its rows are committed. */
  outbox: Pick<OutboxClient, 'wakeSoon'>;
}
