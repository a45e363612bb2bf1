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
  /** The origin of the website, for which passkeys sign approvals. */
  websiteOrigin: string;
  /** Whether approvals have to be signed. */
  requireSignedApprovals: boolean;
}
