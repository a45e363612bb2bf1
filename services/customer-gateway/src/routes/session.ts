import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { getAccount, revokeSession } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The session of a signed-in user. */
export function sessionRoutes(gateway: Gateway, { store, liveMode }: { store: Store; liveMode: boolean }): void {
  gateway.route(routes.logout, async ({ caller }) => {
    await revokeSession(store, caller.credentialId);
    return { status: 204 };
  });

  gateway.route(routes.me, async ({ caller }) => {
    const account = await getAccount(store, caller.user.id);
    return { status: 200, body: { ...account, modes: { test: true, live: liveMode } } };
  });
}
