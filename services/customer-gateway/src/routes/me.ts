import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, parseCredential } from '@evict/credentials';
import { hashPassword } from '@evict/credentials/passwords';
import { enforceAccountLimit, type Gateway, limitKey, type SessionCaller } from '@evict/http';
import { createPasswordQueue, refuseWhileLocked } from '@evict/http/passwords';
import {
  changeName,
  changeProven,
  chooseMail,
  endSession,
  findMailSettings,
  getAccount,
  listSessions,
  proveAddress,
  requestAddressMail,
  secondsLocked,
} from '@evict/store/accounts';
import { recordFailedSignIn } from '@evict/store/audit';
import type { Dependencies } from '../dependencies.ts';
import { ownerOnly } from '../owner-only.ts';
import { emailOf, factorRoutes } from './factors.ts';

/**
 * Serves the signed-in user's account: sessions, password, second factors, and the confirmation of their email address.
 */
export function meRoutes(
  gateway: Gateway,
  deps: Pick<Dependencies, 'store' | 'liveMode' | 'secretKeys' | 'websiteOrigin'>,
): void {
  const { store, liveMode } = deps;
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

  gateway.route(routes.updateMe, async ({ caller, body: { name, currentPassword, newPassword, mail } }) => {
    if (currentPassword !== undefined) await changeBy(caller, currentPassword, { name, newPassword });
    else if (name !== undefined) await changeName(store, caller.user.id, name);
    if (mail !== undefined) await chooseMail(store, caller.user.id, mail);
    return showMe(caller.user.id);
  });

  gateway.route(routes.sendAddressMail, async ({ caller }) => {
    ownerOnly(caller);
    const { user } = caller;
    const limit = { key: limitKey('addressMail', user.id), window: limits.addressMail };
    await requestAddressMail(store, user.id, limit);
    return { status: 202, body: { ok: true } };
  });

  gateway.route(routes.confirmAddress, async ({ caller: { user }, body }) => {
    const token = parseCredential(body.token);
    const isProven = token?.prefix === credentialPrefixes.address && (await proveAddress(store, user.id, token.hash));
    if (!isProven) throw new ApiError('invalid_reset_token');
    return showMe(user.id);
  });

  factorRoutes(gateway, deps, changeBy);

  /**
   * Changes the name or password of a caller who sends their current password, and returns their email address. A wrong
   * password counts as a failed sign-in.
   */
  async function changeBy(
    { user: { id }, credentialId: sessionId }: Pick<SessionCaller, 'user' | 'credentialId'>,
    password: string,
    { name, newPassword }: { name?: string | undefined; newPassword?: string | undefined } = {},
  ): Promise<string> {
    const email = await emailOf(store, id);
    const counted = await enforceAccountLimit(store, 'passwordProof', email);
    // Keep attempts on a locked account out of the queue. `changeProven` checks the lock again.
    refuseWhileLocked(await secondsLocked(store, email));
    await passwordQueue(counted, async () => {
      const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword);
      const proven = await changeProven(store, { email, password, sessionId }, { passwordHash, name });
      refuseWhileLocked(proven.lockedSeconds);
      if (!proven.result) {
        await recordFailedSignIn(store, email);
        throw new ApiError('invalid_credentials');
      }
    });
    return email;
  }

  /** Responds with the user's account. Throws 401 if the user was removed while the request waited. */
  async function showMe(userId: string) {
    const [account, settings] = await Promise.all([getAccount(store, userId), findMailSettings(store, { id: userId })]);
    if (!account || !settings) throw new ApiError('unauthenticated');
    return { status: 200, body: { ...account, ...settings, modes: { test: true, live: liveMode } } } as const;
  }
}
