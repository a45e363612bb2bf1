import { mountAttorneyRoutes } from '@evict/attorney-gateway/app';
import { type Dependencies, mountCustomerRoutes } from '@evict/customer-gateway/app';
import { createGateway, type Gateway } from '@evict/http';
import { mountPublicRoutes, type PublicDependencies } from '@evict/public-gateway/app';
import type { Logger } from '@evict/telemetry';

export interface AllGatewaysOptions extends Dependencies, PublicDependencies {
  logger: Logger;
  proxyHops: number;
}

/** Every gateway behind one port, as callers see them behind the reverse proxy of a deployment. */
export async function createAllGateways(options: AllGatewaysOptions): Promise<Gateway> {
  const gateway = createGateway(options);
  await mountPublicRoutes(gateway, options);
  mountCustomerRoutes(gateway, options);
  mountAttorneyRoutes(gateway, options);
  return gateway;
}
