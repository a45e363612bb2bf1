import type { Caller } from './authenticate.ts';
import { readCredential } from './credentials.ts';

/** Whose a request is, as far as that can be known before its credential has been looked up. */
export interface Callers {
  /** Who has presented this header before; else the address. For sharing things out, never for letting anybody in. */
  guess(authorization: string | undefined, address: string): string;
  /** Remembers who it was. */
  learn(authorization: string | undefined, caller: Caller): void;
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
    guess: (authorization, address) => owners.get(keyOf(authorization)) ?? `address ${address}`,
    learn(authorization, caller) {
      const key = keyOf(authorization);
      if (owners.has(key)) return;
      owners.set(key, ownerOf(caller));
      const [oldest] = owners.keys();
      if (owners.size > maxRemembered && oldest !== undefined) owners.delete(oldest);
    },
  };
}

const maxRemembered = 10_000;

function keyOf(authorization = ''): string {
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return readCredential(text)?.hash.toString('base64') ?? '';
}
