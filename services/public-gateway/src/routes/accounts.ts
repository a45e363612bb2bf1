import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential, parseCredential } from '@evict/credentials';
import { hashPassword } from '@evict/credentials/passwords';
import { accountLimitKey, type Counted, type Gateway, newSession } from '@evict/http';
import { type PasswordQueue, refuseWhileLocked } from '@evict/http/passwords';
import {
  acceptInvitation,
  createAccount,
  isEmailTaken,
  isLinkOpen,
  openAttorneySession,
  openSession,
  requestPasswordReset,
  resetPassword,
  secondsLocked,
  type SignedIn,
} from '@evict/store/accounts';
import { recordFailedSignIn } from '@evict/store/audit';
import type { Store } from '@evict/store/database';
import type { secondStepRoutes } from './second-step.ts';

interface AccountDeps {
  store: Store;
  passwordQueue: PasswordQueue;
  liveMode: boolean;
  secondFactorOf: ReturnType<typeof secondStepRoutes>;
}

/**
 * Serves sign-up, sign-in, password resets and invitations. A request that exceeds the limit for its IP address is
 * refused before it enters the password queue. The outbox worker creates the tokens in emailed links.
 */
export function accountRoutes(gateway: Gateway, deps: AccountDeps): void {
  const { store, passwordQueue, liveMode, secondFactorOf } = deps;
  const modes = { test: true, live: liveMode };

  gateway.route(routes.signup, async ({ body, counted, ...call }) =>
    passwordQueue(counted, async () => {
      if (await isEmailTaken(store, body.email)) throw new ApiError('email_taken');
      const { token, ...session } = newSession(call);
      const passwordHash = await hashPassword(body.password);
      const account = await createAccount(store, { ...body, passwordHash, ...session });
      if (!account) throw new ApiError('email_taken');
      return { status: 201, body: { token, ...account, modes } };
    }),
  );

  gateway.route(routes.login, async ({ body, ...call }) => {
    const { token, account } = await signIn(body, call, openSession);
    return { status: 200, body: { token, ...account, modes } };
  });

  gateway.route(routes.loginAttorney, async ({ body, ...call }) => {
    const { token, account } = await signIn(body, call, openAttorneySession);
    return { status: 200, body: { token, ...account } };
  });

  /**
   * Opens a session if the password is right and the account has no second factor. If it has one, throws 403 with a
   * ticket for the second step.
   */
  async function signIn<A extends { user: { id: string } }>(
    { email, password }: { email: string; password: string },
    { counted, ...call }: { counted: Counted; clientAddress: string; userAgent: string },
    open: (store: Store, input: Parameters<typeof openSession>[1]) => Promise<SignedIn<A>>,
  ): Promise<{ token: string; account: A }> {
    // Keep attempts on a locked account out of the queue. `open` checks the lock again.
    refuseWhileLocked(await secondsLocked(store, email));
    return passwordQueue(counted, async () => {
      const { token, ...session } = newSession(call);
      const ticket = mintCredential(credentialPrefixes.signIn);
      const opened = await open(store, { email, password, ticketHash: ticket.hash, ...session });
      refuseWhileLocked(opened.lockedSeconds);
      if (!opened.account) {
        await recordFailedSignIn(store, email);
        throw new ApiError('invalid_credentials');
      }
      if (opened.isPending) throw await secondFactorOf(opened.account.user.id, ticket);
      return { token, account: opened.account };
    });
  }

  gateway.route(routes.requestPasswordReset, async ({ body }) => {
    const limit = { key: accountLimitKey('resetMail', body.email), window: limits.resetMail };
    await requestPasswordReset(store, { email: body.email, limit });
    return { status: 202, body: { ok: true } };
  });

  gateway.route(routes.confirmPasswordReset, async ({ body, counted }) =>
    passwordQueue(counted, async () => {
      const token = parseCredential(body.token);
      if (token?.prefix !== credentialPrefixes.passwordReset) throw new ApiError('invalid_reset_token');
      // Hashing is expensive, so check the link first. `resetPassword` checks it again.
      if (!(await isLinkOpen(store, token.hash))) throw new ApiError('invalid_reset_token');
      const passwordHash = await hashPassword(body.password);
      if (!(await resetPassword(store, token.hash, passwordHash))) throw new ApiError('invalid_reset_token');
      return { status: 200, body: { ok: true } };
    }),
  );

  gateway.route(routes.acceptInvitation, async ({ body: { name, password, ...body }, counted, ...call }) =>
    passwordQueue(counted, async () => {
      const link = parseCredential(body.token);
      if (link?.prefix !== credentialPrefixes.invitation) throw new ApiError('invalid_reset_token');
      // Hashing is expensive, so check the link first. `acceptInvitation` checks it again.
      if (!(await isLinkOpen(store, link.hash))) throw new ApiError('invalid_reset_token');
      const { token, ...session } = newSession(call);
      const passwordHash = await hashPassword(password);
      const account = await acceptInvitation(store, link.hash, { name, passwordHash, ...session });
      if (account === 'invalid') throw new ApiError('invalid_reset_token');
      if (account === 'email_taken') throw new ApiError('email_taken');
      return { status: 200, body: { token, ...account, modes } };
    }),
  );
}
