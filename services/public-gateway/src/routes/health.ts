import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { isDatabaseReachable, type Store } from '@evict/store/database';

/** `ok` while the database is reachable: without it no request can be served. */
export function healthRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.health, async () => ({ status: 200, body: { ok: await isDatabaseReachable(store) } }));
}
