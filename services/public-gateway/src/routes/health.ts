import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { databaseAnswers, type Store } from '@evict/store';

/** Whether requests can be served, which takes the database. */
export function healthRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.health, async () => ({ status: 200, body: { ok: await databaseAnswers(store) } }));
}
