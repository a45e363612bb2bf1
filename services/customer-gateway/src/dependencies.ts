import type { BlobStore, StorageQuota } from '@evict/store/bytes';
import type { Scope } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { Guard } from '@evict/webhooks';
import type { PaymentProvider } from '@evict/payments';
import type { CaseClient } from '@evict/temporal';

/** The dependencies of this gateway's routes. */
export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** The secret that this gateway's keys are derived from. */
  secretKey: string;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** Null where online payment is off. */
  payments: PaymentProvider | null;
  /** Starts settling a charge with the payment provider, without waiting for it. */
  startRefund: (chargeId: string) => void;
  /** Storage quota of an organization per mode, in bytes. */
  storageQuota: StorageQuota;
  /** Decides which URLs webhooks may be sent to. */
  webhookGuard: Guard;
  /** Ends deliveries whose endpoint was deleted, without waiting for it. */
  cancelWebhooks: (deliveryIds: string[]) => void;
  /** Starts the attempt of a delivery that was asked for, without waiting for it. */
  restartWebhook: (deliveryId: string, of: Scope) => void;
  /** Starts a mail whose row is committed, without waiting for it. */
  startMail: (mailId: string) => void;
  /** Receives customers' messages while no attorney is engaged. */
  operatorsAddress: string;
  /** The base URL of the website. */
  websiteOrigin: string;
}
