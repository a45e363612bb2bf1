import { setTimeout as delay } from 'node:timers/promises';
import { Limiter } from '@evict/limiter';

/** Authenticates a request from an address. */
export type AuthenticateStranger = <T>(address: string, authenticate: () => Promise<T>) => Promise<T>;

/**
 * The line of those whose credential was not valid before, in which all addresses take turns. A refusal keeps its place
 * for a while. So a flood of credentials that nobody has delays only those who come for the first time, and guessing is
 * slow.
 */
export function createStrangers(): AuthenticateStranger {
  const line = new Limiter({ perKey: 2, total: 4, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 });
  return (address, authenticate) =>
    line.run(address, async () => {
      try {
        return await authenticate();
      } catch (error) {
        await delay(refusalMs);
        throw error;
      }
    });
}

const refusalMs = 10;
