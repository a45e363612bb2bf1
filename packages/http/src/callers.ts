import { type Credential, keyOf } from '@evict/credentials';
import type { Caller } from './authenticate.ts';

/** To whom shares, limits and Idempotency-Keys belong: the organization, or the attorney. */
export function ownerOf(caller: Caller): string {
  return 'attorneyId' in caller ? caller.attorneyId : caller.organizationId;
}

/**
 * Remembers the owners of credentials for fair sharing; authenticates nobody. A credential that is refused is forgotten:
 * revoked, it costs its former owner nothing.
 */
export function createCallers() {
  const owners = new Map<string, string>();
  return {
    knownOwner: (credential: Credential | null) => (credential ? owners.get(keyOf(credential)) : undefined),
    remember(credential: Credential, caller: Caller): void {
      owners.set(keyOf(credential), ownerOf(caller));
      const [oldest] = owners.keys();
      if (owners.size > maxRemembered && oldest !== undefined) owners.delete(oldest);
    },
    forget: (credential: Credential): void => void owners.delete(keyOf(credential)),
  };
}

const maxRemembered = 10_000;
