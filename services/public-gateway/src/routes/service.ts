import { openApiDocument, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { isDatabaseReachable, type Store } from '@evict/store/database';

/** Serves the health of the service, its prices, and the API as an OpenAPI document. */
export function serviceRoutes(
  gateway: Pick<Gateway, 'route'>,
  { store, liveMode, platformFeeCents }: { store: Store; liveMode: boolean; platformFeeCents: number },
): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  // The service counts as healthy only if it can reach the database, because most requests need it.
  gateway.route(routes.health, async () => ({ status: 200, body: { ok: await isDatabaseReachable(store) } }));
  gateway.route(routes.listPrices, async () => {
    const fee = { kind: 'platform_fee', amountCents: platformFeeCents, currency: 'usd' } as const;
    return { status: 200, body: { items: liveMode ? [fee] : [] } };
  });
  gateway.route(routes.openapi, async () => ({ status: 200, body: (document ??= openApiDocument()) }));
}
