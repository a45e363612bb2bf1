import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { revokeSession } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The session in use. */
export function sessionRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.logout, async ({ caller }) => {
    await revokeSession(store, caller.credentialId);
    return { status: 204 };
  });
}
