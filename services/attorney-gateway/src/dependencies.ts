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
  /** The origin of the website, for which passkeys sign approvals. */
  websiteOrigin: string;
  /** Whether approvals have to be signed. */
  requireSignedApprovals: boolean;
  /** Wakes the outbox of mail once its rows are committed. */
  outbox: Pick<OutboxClient, 'wakeSoon'>;
}
