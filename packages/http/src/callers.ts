import type { Credential } from '@evict/credentials';
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
    /**
     * Whose share a request is authenticated in, which takes a database connection: that of a credential that has been
     * valid before, and for any other one that of the client's address.
     */
    shareOf: (credential: Credential | null, address: string) =>
      credential && owners.has(keyOf(credential)) ? `credential ${keyOf(credential)}` : `address ${address}`,
    remember(credential: Credential, caller: Caller): void {
      owners.set(keyOf(credential), ownerOf(caller));
      const [oldest] = owners.keys();
      if (owners.size > maxRemembered && oldest !== undefined) owners.delete(oldest);
    },
    forget: (credential: Credential): void => void owners.delete(keyOf(credential)),
  };
}

const maxRemembered = 10_000;

function keyOf({ hash }: Credential): string {
  return hash.toString('latin1');
}
