import type { Caller } from './authenticate.ts';
import type { Credential } from '@evict/credentials';

/** To whom shares, limits and Idempotency-Keys belong: the organization, or the attorney. */
export function ownerOf(caller: Caller): string {
  return caller.kind === 'attorney' ? caller.attorneyId : caller.organizationId;
}

/**
 * Remembers the owners of credentials for fair sharing; authenticates nobody. Authentication takes a database connection,
 * so the caller's share applies before the caller is known. A credential that has been valid before counts for its
 * owner, any other one for the client's address.
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
  };
}

const maxRemembered = 10_000;

function keyOf({ hash }: Credential): string {
  return hash.toString('latin1');
}
