import { type Dependencies as AttorneyDependencies, mountAttorneyRoutes } from '@evict/attorney-gateway/app';
import { type Dependencies, mountCustomerRoutes } from '@evict/customer-gateway/app';
import { type CaseImports, startCaseImports } from '@evict/customer-gateway/case-imports';
import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import { createGateway, type Gateway } from '@evict/http';
import { mountPublicRoutes, type PublicDependencies } from '@evict/public-gateway/app';

type Shared = Omit<Dependencies, 'store' | 'blobs' | 'imports'> &
  Pick<AttorneyDependencies, 'websiteOrigin' | 'requireSignedApprovals'> &
  Omit<PublicDependencies, 'store'> &
  Omit<Parameters<typeof createGateway>[0], 'store'>;

export interface AllGatewaysOptions extends Shared {
  /** The store of each gateway, with its own database role as in a deployment. */
  stores: Record<'public_gateway' | 'customer_gateway' | 'attorney_gateway', Store>;
  blobs: Record<'customer_gateway' | 'attorney_gateway', BlobStore>;
}

/** Creates one gateway with the routes of all gateways, and starts processing case imports. */
export async function createAllGateways({
  stores,
  blobs,
  ...options
}: AllGatewaysOptions): Promise<{ gateway: Gateway; imports: CaseImports }> {
  const { public_gateway: publicStore, customer_gateway: customerStore, attorney_gateway: attorneyStore } = stores;
  const gateway = createGateway({ ...options, store: publicStore });
  await mountPublicRoutes(gateway, { ...options, store: publicStore });
  const imports = startCaseImports({ ...options, store: customerStore });
  const customer = { ...options, store: customerStore, blobs: blobs.customer_gateway, imports };
  mountCustomerRoutes(gateway.over(customerStore), customer);
  const attorney = { ...options, store: attorneyStore, blobs: blobs.attorney_gateway };
  mountAttorneyRoutes(gateway.over(attorneyStore), attorney);
  return { gateway, imports };
}
