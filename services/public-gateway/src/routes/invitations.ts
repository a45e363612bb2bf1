import { ApiError, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential, parseCredential } from '@evict/credentials';
import { enforceAddressLimit, type Gateway } from '@evict/http';
import { acceptInvitation, isInvitationOpen } from '@evict/store/accounts';
import type { AuthDeps } from './auth.ts';

/** Accepts an invitation. The outbox worker makes the token of the link. */
export function invitationRoutes(gateway: Gateway, { store, passwords, passwordQueue, liveMode }: AuthDeps): void {
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
      return { status: 200, body: { token: session.secret, ...account, modes: { test: true, live: liveMode } } };
    });
  });
}
