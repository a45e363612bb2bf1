import { ApiError, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import type { PasswordHasher } from '@evict/credentials/passwords';
import { enforceAddressLimit, type Gateway } from '@evict/http';
import { type PasswordQueue, wrongPasswordLock } from '@evict/http/passwords';
import { createAccount, createSession, findSignIn, isEmailTaken } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

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
    const lock = wrongPasswordLock(store, body.email);
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
