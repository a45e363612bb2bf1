import { createHash } from 'node:crypto';
import { ApiError, limits, routes } from '@evict/contract';
import {
  credentialPrefixes,
  enforceAddressLimit,
  type Gateway,
  limitKey,
  mintCredential,
  rateLimited,
} from '@evict/http';
import {
  clearUnlessFull,
  createAccount,
  createSession,
  emailKey,
  findSignIn,
  isEmailTaken,
  secondsUntilFree,
  type Store,
  acquireSlot,
} from '@evict/store';
import type { Passwords } from '../passwords.ts';

export interface AuthDeps {
  store: Store;
  passwords: Passwords;
  liveMode: boolean;
}

/**
 * Sign-up and sign-in: counted first, so that what is over its limit takes no place in the password queue. Where the
 * queue is full, the count is taken back.
 */
export function authRoutes(gateway: Gateway, { store, passwords, liveMode }: AuthDeps): void {
  const modes = { test: true, live: liveMode };

  gateway.route(routes.signup, async ({ body, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'authentication', clientAddress);
    return passwords.admit(counted, async () => {
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
    return passwords.admit(counted, async () => {
      const found = await findSignIn(store, body.email);
      const isRight = await passwords.matches(found?.passwordHash ?? null, body.password);
      if (!found || !isRight) return lock.refuseWrongPassword();
      await lock.open();
      const session = mintCredential(credentialPrefixes.session);
      const { account, passwordHash } = found;
      const isOpen = await createSession(store, { userId: account.user.id, passwordHash, hash: session.hash });
      if (!isOpen) throw new ApiError('invalid_credentials');
      return { status: 200, body: { token: session.secret, ...account, modes } };
    });
  });
}

/**
 * Counts the wrong passwords for one address of mail, whether or not it has an account. An attempt takes effect when
 * its password has been checked: of many at once the first five wrong ones are answered 401, and whatever comes after
 * them 429, a right password too, so that sending them at once gains no guess.
 */
function createLock(store: Store, email: string) {
  // The address itself is nobody's business in a table of counters.
  const key = limitKey('wrongPassword', createHash('sha256').update(emailKey(email)).digest('hex'));
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
    /** Clears the count after a right password. */
    open: async () => refuseIfLocked(await clearUnlessFull(store, key, limits.wrongPassword)),
  };
}
