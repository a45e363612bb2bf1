import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { resolveJurisdiction } from '@evict/jurisdictions';

export function jurisdictionRoutes(gateway: Gateway): void {
  gateway.route(routes.resolveJurisdiction, async ({ caller, query }) => ({
    status: 200,
    body: resolveJurisdiction({ mode: caller.mode, ...query }),
  }));
}
