import { ApiError } from '@evict/contract';
import type { SessionCaller } from '@evict/http';
import type { Actor } from '@evict/store/accounts';

/** The caller as an owner. Throws 403 for anybody else. The store checks again that they still are one. */
export function ownerOnly({ organizationId, credentialId, user }: SessionCaller): Actor {
  if (user.role !== 'owner') throw new ApiError('forbidden');
  return { organizationId, sessionId: credentialId };
}
