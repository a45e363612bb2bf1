import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential, parseCredential } from '@evict/credentials';
import type { PasswordHasher } from '@evict/credentials/passwords';
import { accountLimitKey, enforceAddressLimit, type Gateway } from '@evict/http';
import { type PasswordQueue, wrongPasswordLock } from '@evict/http/passwords';
import {
  acceptInvitation,
  createAccount,
  createSession,
  findSignIn,
  isEmailTaken,
  isInvitationOpen,
  isPasswordResetUsable,
  requestPasswordReset,
  resetPassword,
} from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import type { OutboxClient } from '@evict/temporal';

interface AccountDeps {
  store: Store;
  passwords: PasswordHasher;
  passwordQueue: PasswordQueue;
  outbox: Pick<OutboxClient, 'wakeSoon'>;
  liveMode: boolean;
}

/**
 * Sign-up, sign-in, password resets and invitations. Limits are checked first: a request over its limit never enters the
 * password queue. The outbox worker makes the tokens of links.
 */
export function accountRoutes(gateway: Gateway, deps: AccountDeps): void {
  const { store, passwords, passwordQueue, outbox, liveMode } = deps;
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

  gateway.route(routes.requestPasswordReset, async ({ body, clientAddress }) => {
    await enforceAddressLimit(store, 'passwordReset', clientAddress);
    const limit = { key: accountLimitKey('resetMail', body.email), window: limits.resetMail };
    const mailId = await requestPasswordReset(store, { email: body.email, limit });
    outbox.wakeSoon({ mail: mailId !== null });
    return { status: 202, body: { ok: true } };
  });

  gateway.route(routes.confirmPasswordReset, async ({ body, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'passwordReset', clientAddress);
    return passwordQueue(counted, async () => {
      const token = parseCredential(body.token);
      if (token?.prefix !== credentialPrefixes.passwordReset) throw new ApiError('invalid_reset_token');
      // Hashing is expensive, so the link is checked before it; `resetPassword` decides.
      if (!(await isPasswordResetUsable(store, token.hash))) throw new ApiError('invalid_reset_token');
      const passwordHash = await passwords.hash(body.password);
      if (!(await resetPassword(store, token.hash, passwordHash))) throw new ApiError('invalid_reset_token');
      return { status: 200, body: { ok: true } };
    });
  });

  gateway.route(routes.acceptInvitation, async ({ body: { token, name, password }, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'acceptance', clientAddress);
    return passwordQueue(counted, async () => {
      const link = parseCredential(token);
      if (link?.prefix !== credentialPrefixes.invitation) throw new ApiError('invalid_reset_token');
      // Hashing is expensive, so the link is checked before it; `acceptInvitation` decides.
      if (!(await isInvitationOpen(store, link.hash))) throw new ApiError('invalid_reset_token');
      const session = mintCredential(credentialPrefixes.session);
      const passwordHash = await passwords.hash(password);
      const account = await acceptInvitation(store, link.hash, { name, passwordHash, sessionHash: session.hash });
      if (account === 'invalid') throw new ApiError('invalid_reset_token');
      if (account === 'email_taken') throw new ApiError('email_taken');
      return { status: 200, body: { token: session.secret, ...account, modes } };
    });
  });
}
