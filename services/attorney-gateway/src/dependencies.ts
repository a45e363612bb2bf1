import type { RefuseInfected } from '@evict/http';
import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { CaseClient } from '@evict/temporal';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** Scans uploads. */
  refuseInfected: RefuseInfected;
  /** The website's origin. Passkeys sign approvals for it. */
  websiteOrigin: string;
  /** Whether approvals have to be signed. */
  requireSignedApprovals: boolean;
}
