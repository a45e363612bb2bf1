import { promises as dns } from 'node:dns';

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
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length === 0) throw new Error('no address');
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
