import { isIP } from 'node:net';
import { type AddressLists, type AddressRule, createAddressRule } from './addresses.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { syntaxFaults, hostOf, urlFault, type UrlFault } from './url-rules.ts';

export interface GuardOptions extends AddressLists {
  resolve?: Resolver;
}

/** Protects against server-side request forgery, so that webhooks never reach the deployment's own network. */
export interface Guard {
  /**
   * Returns every fault in a URL and in the addresses to which it currently resolves. A name that doesn't resolve isn't
   * a fault.
   */
  faultsOf(url: string): Promise<UrlFault[]>;
  /**
   * Returns the addresses that an attempt may connect to. Throws `BlockedError` if the URL or any address of its host
   * is refused, and `UnresolvedError` if the host has no address.
   */
  addressesOf(url: string, signal: AbortSignal): Promise<string[]>;
  isAllowed: AddressRule;
}

/** Thrown if the URL or an address of its host is refused. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Thrown if the host currently has no address. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

export function createGuard({ resolve = createResolver(), ...lists }: GuardOptions): Guard {
  const isAllowed = createAddressRule(lists);

  const lookUp = async (host: string, signal: AbortSignal) => {
    if (isIP(host) !== 0) return [host];
    return resolve(host, signal).catch((error: unknown) => {
      throw new UnresolvedError('the host name does not resolve', { cause: error });
    });
  };

  return {
    isAllowed,
    async faultsOf(url) {
      const faults = syntaxFaults(url);
      const host = hostOf(url);
      // Local names are refused without a lookup.
      const skipsLookup = host === '' || faults.some(({ code }) => code === 'local_name');
      const addresses = skipsLookup
        ? []
        : await lookUp(host, AbortSignal.timeout(registrationLookupMs)).catch(() => []);
      if (!addresses.every(isAllowed)) faults.push(urlFault('private_address'));
      return faults;
    },
    async addressesOf(url, signal) {
      const [fault] = syntaxFaults(url);
      if (fault) throw new BlockedError(fault.code);
      const addresses = await lookUp(hostOf(url), signal);
      if (addresses.length === 0) throw new UnresolvedError('the name has no address');
      if (!addresses.every(isAllowed)) throw new BlockedError('private_address');
      return addresses;
    },
  };
}

/** How long a registration waits for name servers, in milliseconds. Every attempt checks the addresses again. */
const registrationLookupMs = 3000;
