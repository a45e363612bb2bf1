import type { RefuseInfected } from '@evict/http';
import type { BlobStore, StorageQuota } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { Guard, GuardedFetch, TextResolver } from '@evict/webhooks';
import type { PaymentProvider } from '@evict/payments';
import type { CaseClient } from '@evict/temporal';
import type { CaseImports } from './case-imports.ts';

export interface Dependencies {
  store: Store;
  cases: CaseClient;
  blobs: BlobStore;
  refuseInfected: RefuseInfected;
  /** The service's secret keys, newest first. This gateway derives its own keys from them. */
  secretKeys: readonly string[];
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** The fee for a live case, in US cents. */
  platformFeeCents: number;
  /** Whether live mode, invitations and single sign-on require that an owner has confirmed their email address. */
  verifiedForLive?: 'required' | 'off';
  /** Null if online payment is off. */
  payments: PaymentProvider | null;
  /** The storage quota of an organization in each mode, in bytes. */
  storageQuota: StorageQuota;
  /** Processes imports in the background. */
  imports: Pick<CaseImports, 'wake'>;
  /** Decides which URLs webhooks and identity providers may have. */
  webhookGuard: Guard;
  /** Calls identity providers at URLs that the guard allows. */
  fetchGuarded: GuardedFetch;
  /** Looks up the TXT records that prove ownership of an organization's email domain. */
  resolveText: TextResolver;
  /** The email address that receives customers' messages while no attorney is engaged. */
  operatorsAddress: string;
  websiteOrigin: string;
}
