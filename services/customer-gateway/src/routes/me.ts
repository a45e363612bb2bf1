import { ApiError, routes } from '@evict/contract';
import { createPasswordHasher } from '@evict/credentials/passwords';
import { enforceAccountLimit, type Gateway } from '@evict/http';
import { createPasswordQueue, wrongPasswordLock } from '@evict/http/passwords';
import { changeName, changePassword, findPassword, getAccount, revokeSession } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The signed-in user and their session. */
export async function meRoutes(
  gateway: Gateway,
  { store, liveMode }: { store: Store; liveMode: boolean },
): Promise<void> {
  const passwords = await createPasswordHasher();
  const passwordQueue = createPasswordQueue();

  gateway.route(routes.logout, async ({ caller }) => {
    await revokeSession(store, caller.credentialId);
    return { status: 204 };
  });

  gateway.route(routes.me, ({ caller }) => showMe(caller.user.id));

  gateway.route(routes.updateMe, async ({ caller: { user, credentialId }, body }) => {
    const { name, currentPassword, newPassword } = body;
    if (currentPassword === undefined) {
      if (name !== undefined) await changeName(store, user.id, name);
      return showMe(user.id);
    }
    return withPassword(user.id, currentPassword, async (provenHash) => {
      if (newPassword !== undefined) {
        const passwordHash = await passwords.hash(newPassword);
        const session = { id: user.id, sessionId: credentialId, provenHash };
        const isChanged = await changePassword(store, session, { passwordHash, name });
        if (!isChanged) throw new ApiError('invalid_credentials');
      } else if (name !== undefined) await changeName(store, user.id, name);
      return showMe(user.id);
    });
  });

  /** A user who was removed while the request waited has no session either. */
  async function showMe(userId: string) {
    const account = await getAccount(store, userId);
    if (!account) throw new ApiError('unauthenticated');
    return { status: 200, body: { ...account, modes: { test: true, live: liveMode } } } as const;
  }

  /** Runs `work` with the hash of the user's password once they have shown it. */
  async function withPassword<T>(
    userId: string,
    password: string,
    work: (provenHash: string) => Promise<T>,
  ): Promise<T> {
    const found = await findPassword(store, userId);
    if (!found) throw new ApiError('unauthenticated');
    const counted = await enforceAccountLimit(store, 'passwordProof', found.email);
    const lock = wrongPasswordLock(store, found.email);
    await lock.refuseWhileLocked();
    return passwordQueue(counted, async () => {
      const { passwordHash } = found;
      const isCorrect = await passwords.verify(passwordHash, password);
      if (!isCorrect || passwordHash === null) return lock.refuseWrongPassword();
      await lock.reset();
      return work(passwordHash);
    });
  }
}
