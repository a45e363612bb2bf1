import { ApiError, routes } from '@evict/contract';
import { createPasswordHasher } from '@evict/credentials/passwords';
import { enforceAccountLimit, type Gateway } from '@evict/http';
import { createPasswordQueue, refuseWhileLocked } from '@evict/http/passwords';
import {
  changeName,
  changeProven,
  endSession,
  findEmail,
  findPasswordSettings,
  getAccount,
  listSessions,
} from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The signed-in user and their session. */
export function meRoutes(gateway: Gateway, { store, liveMode }: { store: Store; liveMode: boolean }): void {
  const passwords = createPasswordHasher();
  const passwordQueue = createPasswordQueue();

  gateway.route(routes.logout, async ({ caller }) => {
    await endSession(store, caller.user.id, caller.credentialId);
    return { status: 204 };
  });

  gateway.route(routes.listSessions, async ({ caller }) => {
    const sessions = await listSessions(store, caller.user.id);
    const items = sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: session.id === caller.credentialId,
    }));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.endSession, async ({ caller, params }) => {
    if (!(await endSession(store, caller.user.id, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });

  gateway.route(routes.me, ({ caller }) => showMe(caller.user.id));

  gateway.route(routes.updateMe, async ({ caller: { user, credentialId }, body }) => {
    const { name, currentPassword, newPassword } = body;
    if (currentPassword === undefined) {
      if (name !== undefined) await changeName(store, user.id, name);
      return showMe(user.id);
    }
    const email = await findEmail(store, user.id);
    if (email === null) throw new ApiError('unauthenticated');
    const counted = await enforceAccountLimit(store, 'passwordProof', email);
    const found = await findPasswordSettings(store, email);
    refuseWhileLocked(found);
    await passwordQueue(counted, async () => {
      const proof = await passwords.prove(found.settings, currentPassword);
      const passwordHash = newPassword === undefined ? undefined : await passwords.hash(newPassword);
      const outcome = await changeProven(
        store,
        { id: user.id, sessionId: credentialId, proof },
        { passwordHash, name },
      );
      refuseWhileLocked(outcome);
      if (!outcome.isProven) throw new ApiError('invalid_credentials');
    });
    return showMe(user.id);
  });

  /** A user who was removed while the request waited has no session either. */
  async function showMe(userId: string) {
    const account = await getAccount(store, userId);
    if (!account) throw new ApiError('unauthenticated');
    return { status: 200, body: { ...account, modes: { test: true, live: liveMode } } } as const;
  }
}
