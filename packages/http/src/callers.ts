import { type Credential, keyOf } from '@evict/credentials';
import type { Caller } from './authenticate.ts';
import { Recent } from './recent.ts';

/** To whom shares, limits and Idempotency-Keys belong: the organization, or the attorney. */
export function ownerOf(caller: Caller): string {
  return 'attorneyId' in caller ? caller.attorneyId : caller.organizationId;
}

/**
 * Remembers the owners of credentials for fair sharing; authenticates nobody. A credential that is refused is forgotten:
 * revoked, it costs its former owner nothing.
 */
export function createCallers() {
  const owners = new Recent<string, string>(10_000);
  return {
    knownOwner: (credential: Credential | null) => (credential ? owners.get(keyOf(credential)) : undefined),
    remember: (credential: Credential, caller: Caller): void => owners.set(keyOf(credential), ownerOf(caller)),
    forget: (credential: Credential): void => owners.delete(keyOf(credential)),
  };
}
