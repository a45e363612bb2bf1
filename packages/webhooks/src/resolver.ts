import { promises as dns } from 'node:dns';
import { setTimeout } from 'node:timers/promises';

/** Returns every IPv4 and IPv6 address of a name. Rejects if there is none, or none in time. */
export type Resolver = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Creates a resolver that queries the name servers directly: the machine's, or the given ones. The system's lookup
 * would use the process's few threads, so one receiver's unresolvable names would delay all others.
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
      const results = await both;
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length === 0) throw new Error('no address');
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/**
 * How long to wait for the IPv6 query once there is an IPv4 address, in milliseconds. Some name servers never answer
 * that query, and sometimes a packet is lost.
 */
const graceMs = 1000;

/** Returns the strings in a name's TXT records. Empty if it has none, or if none arrive in time. */
export type TextResolver = (name: string) => Promise<string[]>;

export function createTextResolver(servers?: readonly string[]): TextResolver {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: 3000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join(''));
  };
}
