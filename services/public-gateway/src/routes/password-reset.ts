import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, parseCredential } from '@evict/credentials';
import type { PasswordHasher } from '@evict/credentials/passwords';
import { accountLimitKey, enforceAddressLimit, type Gateway } from '@evict/http';
import type { PasswordQueue } from '@evict/http/passwords';
import { isPasswordResetUsable, requestPasswordReset, resetPassword } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import type { OutboxClient } from '@evict/temporal';

export interface PasswordResetDeps {
  store: Store;
  passwords: PasswordHasher;
  passwordQueue: PasswordQueue;
  outbox: Pick<OutboxClient, 'wakeSoon'>;
}

/** Requests a link by mail to set a new password, and uses it. The outbox worker makes the token of the link. */
export function passwordResetRoutes(gateway: Gateway, deps: PasswordResetDeps): void {
  const { store, passwords, passwordQueue, outbox } = deps;

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
}
