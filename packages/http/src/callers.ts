import type { Caller } from './authenticate.ts';
import type { Credential } from '@evict/credentials';

/** Whose credentials have been good before. For sharing things out, never for letting anybody in. */
export interface Callers {
  /** Whose it was; undefined for one that has not been good before. */
  ownerBefore(credential: Credential | null): string | undefined;
  /** Remembers who it was. */
  learn(credential: Credential, caller: Caller): void;
}

/** Whose share, limits and Idempotency-Keys a caller has: those of the organization, or of the attorney. */
export function ownerOf(caller: Caller): string {
  return caller.kind === 'attorney' ? caller.attorneyId : caller.organizationId;
}

/**
 * Looking a credential up takes a connection already, so that it has to be shared out before it is known whose it is: a
 * credential that has been good before counts for its owner, any other one for the address it comes from.
 */
export function createCallers(): Callers {
  const owners = new Map<string, string>();
  return {
    ownerBefore: (credential) => (credential ? owners.get(keyOf(credential)) : undefined),
    learn(credential, caller) {
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
