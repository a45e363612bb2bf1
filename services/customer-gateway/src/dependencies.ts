import type { RefuseInfected } from '@evict/http';
import type { BlobStore, StorageQuota } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { Guard, GuardedFetch, TextResolver } from '@evict/webhooks';
import type { PaymentProvider } from '@evict/payments';
import type { CaseClient } from '@evict/temporal';
import type { CaseImports } from './case-imports.ts';

/** The dependencies of this gateway's routes. */
export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  /** Checks what is uploaded. */
  refuseInfected: RefuseInfected;
  /** The secrets that this gateway's keys are derived from, the newest first. */
  secretKeys: readonly string[];
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** What a live case costs, in US cents. */
  platformFeeCents: number;
  /** Whether invitations wait until an owner has proven their address. */
  verifiedForLive?: 'required' | 'off';
  /** Null where online payment is off. */
  payments: PaymentProvider | null;
  /** Storage quota of an organization per mode, in bytes. */
  storageQuota: StorageQuota;
  /** Works on imports in the background. */
  imports: Pick<CaseImports, 'wake'>;
  /** Decides which URLs webhooks may be sent to, and where an identity provider may be. */
  webhookGuard: Guard;
  /** Calls identity providers under that guard. */
  fetchGuarded: GuardedFetch;
  /** Finds the proof of a domain. */
  resolveText: TextResolver;
  /** Receives customers' messages while no attorney is engaged. */
  operatorsAddress: string;
  /** The base URL of the website. */
  websiteOrigin: string;
}
