import type { RefuseInfected } from '@evict/http';
import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { CaseClient } from '@evict/temporal';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  refuseInfected: RefuseInfected;
  /** The website's origin, to which the signatures of approvals are bound. */
  websiteOrigin: string;
  requireSignedApprovals: boolean;
}
