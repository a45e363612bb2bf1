import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@evict/contract';
import type { Credential } from '@evict/credentials';
import { Limiter } from '@evict/limiter';
import { countedNetworks } from './client-address.ts';

/** Authenticates a request with this credential from an address. */
export type AuthenticateStranger = <T>(
  address: string,
  credential: Credential | null,
  authenticate: () => Promise<T>,
) => Promise<T>;

/**
 * How strangers share a process: all of them together have few places, in which their networks take turns. Fewer than the
 * connections to the database.
 */
export const strangersShare = { perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 8000, stallMs: 2500 } as const;

/** Whose turn it is: one who comes from ever new addresses of a network is one caller. */
export function strangerOf(address: string): string {
  return countedNetworks(address).at(-1)?.network ?? address;
}

/**
 * The line of those whose credential was not valid before. A refusal keeps its place for a while. So a flood of
 * credentials that nobody has delays only those who come for the first time, and guessing is slow. Who shows none that
 * could be valid is refused without a place in the line, late enough that asking again at once does not pay.
 */
export function createStrangers(line = new Limiter(strangersShare)): AuthenticateStranger {
  return async (address, credential, authenticate) => {
    if (!credential) {
      await delay(noCredentialMs);
      throw new ApiError('unauthenticated');
    }
    return line.run(strangerOf(address), async () => {
      try {
        return await authenticate();
      } catch (error) {
        await delay(refusalMs);
        throw error;
      }
    });
  };
}

const refusalMs = 10;
const noCredentialMs = 100;
