import { promises as dns } from 'node:dns';
import { setTimeout } from 'node:timers/promises';

/** Every address of a name, both families; rejects where there is none, or none in time. */
export type Resolver = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers themselves, those of the machine unless others are given. The operating system's own lookup runs
 * in the few threads that all of the process shares: names of one receiver that do not resolve would hold up
 * everybody's.
 */
export function createResolver(servers?: readonly string[]): Resolver {
  return async (name, signal) => {
    const resolver = new dns.Resolver({ timeout: 3000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const ipv4 = resolver.resolve4(name);
      const both = Promise.allSettled([ipv4, resolver.resolve6(name)]);
      await Promise.race([both, ipv4.then(() => setTimeout(graceMs, undefined, { ref: false })).catch(() => both)]);
      resolver.cancel();
      const answers = await both;
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length === 0) throw new Error('no address');
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/**
 * Some name servers never answer a question for IPv6 addresses: an address that is known is not kept waiting for them.
 * It is for the others to wait for, whose question or answer may have been lost.
 */
const graceMs = 1000;
