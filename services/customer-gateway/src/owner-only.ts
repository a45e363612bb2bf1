import { ApiError } from '@evict/contract';
import type { SessionCaller } from '@evict/http';
import type { Actor } from '@evict/store/accounts';

/**
 * Returns the caller as an actor if they are an owner, and throws 403 if not. The store checks again that they are
 * still an owner.
 */
export function ownerOnly({ organizationId, credentialId, user }: SessionCaller): Actor {
  if (user.role !== 'owner') throw new ApiError('forbidden');
  return { organizationId, sessionId: credentialId };
}
