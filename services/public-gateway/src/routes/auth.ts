import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import type { PasswordHasher } from '@evict/credentials/passwords';
import { enforceAddressLimit, type Gateway, rateLimited } from '@evict/http';
import { createAccount, createSession, findSignIn, isEmailTaken } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { acquireSlot, clearUnlessFull, secondsUntilFree } from '@evict/store/requests';
import { accountLimitKey } from '../account-limit.ts';
import type { PasswordQueue } from '../password-queue.ts';

export interface AuthDeps {
  store: Store;
  passwords: PasswordHasher;
  passwordQueue: PasswordQueue;
  liveMode: boolean;
}

/** Sign-up and sign-in. Limits are checked first: a request over its limit never enters the password queue. */
export function authRoutes(gateway: Gateway, { store, passwords, passwordQueue, liveMode }: AuthDeps): void {
  const modes = { test: true, live: liveMode };

  gateway.route(routes.signup, async ({ body, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'authentication', clientAddress);
    return passwordQueue(counted, async () => {
      if (await isEmailTaken(store, body.email)) throw new ApiError('email_taken');
      const session = mintCredential(credentialPrefixes.session);
      const passwordHash = await passwords.hash(body.password);
      const account = await createAccount(store, { ...body, passwordHash, sessionHash: session.hash });
      if (!account) throw new ApiError('email_taken');
      return { status: 201, body: { token: session.secret, ...account, modes } };
    });
  });

  gateway.route(routes.login, async ({ body, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'authentication', clientAddress);
    const lock = createLock(store, body.email);
    await lock.refuseWhileLocked();
    return passwordQueue(counted, async () => {
      const found = await findSignIn(store, body.email);
      const isCorrect = await passwords.verify(found?.passwordHash ?? null, body.password);
      if (!found || !isCorrect) return lock.refuseWrongPassword();
      await lock.reset();
      const session = mintCredential(credentialPrefixes.session);
      const { account, passwordHash } = found;
      const isOpen = await createSession(store, { userId: account.user.id, passwordHash, hash: session.hash });
      if (!isOpen) throw new ApiError('invalid_credentials');
      return { status: 200, body: { token: session.secret, ...account, modes } };
    });
  });
}

/**
 * Counts the wrong passwords for one email address, whether or not it has an account. An attempt counts when its
 * password has been verified. Of many sent at once the first five wrong ones are 401 and all later ones 429, a correct
 * password included: sending them at once gains no guess.
 */
function createLock(store: Store, email: string) {
  const key = accountLimitKey('wrongPassword', email);
  const refuseIfLocked = (seconds: number | null) => {
    if (seconds !== null) throw rateLimited('wrongPassword', seconds);
  };
  return {
    refuseWhileLocked: async () => refuseIfLocked(await secondsUntilFree(store, key, limits.wrongPassword)),
    async refuseWrongPassword(): Promise<never> {
      const admission = await acquireSlot(store, key, limits.wrongPassword);
      if (!admission.admitted) throw rateLimited('wrongPassword', admission.retryAfterSeconds);
      throw new ApiError('invalid_credentials');
    },
    /** Clears the count after a correct password. */
    reset: async () => refuseIfLocked(await clearUnlessFull(store, key, limits.wrongPassword)),
  };
}
