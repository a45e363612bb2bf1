import type { BlobStore, StorageQuota } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { Guard } from '@evict/webhooks';
import type { PaymentProvider } from '@evict/payments';
import type { CaseClient } from '@evict/temporal';

/** What the routes of this gateway work with. */
export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** What keys of this gateway derive from. */
  secretKey: string;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** Null where online payment is off. */
  payments: PaymentProvider | null;
  /** Starts what is left to do at the payment provider for a charge, without waiting for it. */
  startRefund: (chargeId: string) => void;
  /** What an organization may store in each mode, in bytes. */
  storageQuota: StorageQuota;
  /** Judges where webhooks may go. */
  webhookGuard: Guard;
  /** Ends deliveries whose endpoint is gone, without waiting for it. */
  cancelWebhooks: (deliveryIds: string[]) => void;
  /** Has a mail sent whose row is committed; the request does not wait for it. */
  startMail: (mailId: string) => void;
  /** Where customers' messages are told of while no attorney is engaged. */
  operatorsAddress: string;
  /** Where the pages of the website are. */
  websiteOrigin: string;
}
