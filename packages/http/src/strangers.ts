import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@evict/contract';
import type { Credential } from '@evict/credentials';
import { Limiter } from '@evict/limiter';
import { countedNetworks } from './client-address.ts';

/** Authenticates a request with this credential from an address. Throws `unauthenticated` if it is null. */
export type AuthenticateStranger = <T>(
  address: string,
  credential: Credential | null,
  authenticate: (credential: Credential) => Promise<T>,
) => Promise<T>;

/**
 * The share of all strangers in a process: fewer places than it has connections to the database. Their networks take
 * turns.
 */
export const strangersShare = { perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 8000, stallMs: 2500 } as const;

/** By what a stranger is counted: all addresses of a network are one caller. */
export function strangerOf(address: string): string {
  return countedNetworks(address).at(-1)?.network ?? address;
}

/**
 * The line of callers whose credential was not valid before. A refusal keeps its place for a while: a flood of invalid
 * credentials delays only newcomers, and guessing is slow. A request without a well-formed credential takes no place. It
 * is refused after a delay, which slows down whoever repeats it at once.
 */
export function createStrangers(line = new Limiter(strangersShare)): AuthenticateStranger {
  return async (address, credential, authenticate) => {
    if (!credential) {
      await delay(noCredentialMs);
      throw new ApiError('unauthenticated');
    }
    return line.run(strangerOf(address), async () => {
      try {
        return await authenticate(credential);
      } catch (error) {
        await delay(refusalMs);
        throw error;
      }
    });
  };
}

const refusalMs = 10;
const noCredentialMs = 100;
