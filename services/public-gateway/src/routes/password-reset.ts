import { createHash } from 'node:crypto';
import { ApiError, limits, routes } from '@evict/contract';
import { credentialPrefixes, enforceAddressLimit, type Gateway, limitKey, readCredential } from '@evict/http';
import { emailKey, isResetOpen, requestPasswordReset, resetPassword, type Store } from '@evict/store';
import type { Passwords } from '../passwords.ts';

export interface PasswordResetDeps {
  store: Store;
  passwords: Passwords;
  startMail: (mailId: string) => void;
}

/** A link by mail to set a new password, and its use. The token of the link is made when the mail is sent. */
export function passwordResetRoutes(gateway: Gateway, { store, passwords, startMail }: PasswordResetDeps): void {
  gateway.route(routes.requestPasswordReset, async ({ body, clientAddress }) => {
    await enforceAddressLimit(store, 'passwordReset', clientAddress);
    // Counted by the address of mail whether or not it has an account, and named by its hash as in the sign-in's lock.
    const account = createHash('sha256').update(emailKey(body.email)).digest('hex');
    const limit = { key: limitKey('resetMail', account), window: limits.resetMail };
    const mailId = await requestPasswordReset(store, { email: body.email, limit });
    if (mailId !== null) startMail(mailId);
    return { status: 202, body: { ok: true } };
  });

  gateway.route(routes.confirmPasswordReset, async ({ body, clientAddress }) => {
    const counted = await enforceAddressLimit(store, 'passwordReset', clientAddress);
    return passwords.admit(counted, async () => {
      const token = readCredential(body.token);
      if (token?.prefix !== credentialPrefixes.passwordReset) throw new ApiError('invalid_reset_token');
      // Before the password is hashed, which is dear; whoever is first afterwards gets it.
      if (!(await isResetOpen(store, token.hash))) throw new ApiError('invalid_reset_token');
      const passwordHash = await passwords.hash(body.password);
      if (!(await resetPassword(store, token.hash, passwordHash))) throw new ApiError('invalid_reset_token');
      return { status: 200, body: { ok: true } };
    });
  });
}
