import { isIP } from 'node:net';
import { type AddressLists, type AddressRule, createAddressRule } from './addresses.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { faultsOfText, hostOf, urlFault, type UrlFault } from './url-rules.ts';

export interface GuardOptions extends AddressLists {
  resolve?: Resolver;
}

/** Keeps the service from being sent to places that only it can reach. */
export interface Guard {
  /** Every fault of a URL, and of where it leads now. A name that does not resolve is none: it may later. */
  faultsOf(url: string): Promise<UrlFault[]>;
  /**
   * The addresses that a try may connect to. Throws `BlockedError` where the URL is refused or any address of its name
   * is, and `UnresolvedError` where there is none.
   */
  addressesOf(url: string, signal: AbortSignal): Promise<string[]>;
  isAllowed: AddressRule;
}

/** Where the URL leads is refused. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Its name has no address now. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

export function createGuard({ resolve = createResolver(), ...lists }: GuardOptions): Guard {
  const isAllowed = createAddressRule(lists);

  const lookUp = async (host: string, signal: AbortSignal) => {
    if (isIP(host) !== 0) return [host];
    return resolve(host, signal).catch((error: unknown) => {
      throw new UnresolvedError('the name does not resolve', { cause: error });
    });
  };

  return {
    isAllowed,
    async faultsOf(url) {
      const faults = faultsOfText(url);
      const host = hostOf(url);
      // Names of this machine have been refused by name.
      const isJudged = host === '' || faults.some(({ code }) => code === 'local_name');
      const addresses = isJudged ? [] : await lookUp(host, AbortSignal.timeout(registrationLookupMs)).catch(() => []);
      if (!addresses.every(isAllowed)) faults.push(urlFault('private_address'));
      return faults;
    },
    async addressesOf(url, signal) {
      const [fault] = faultsOfText(url);
      if (fault) throw new BlockedError(fault.code);
      const addresses = await lookUp(hostOf(url), signal);
      if (addresses.length === 0) throw new UnresolvedError('the name has no address');
      if (!addresses.every(isAllowed)) throw new BlockedError('private_address');
      return addresses;
    },
  };
}

/** A registration does not wait longer for name servers; each try judges the name anew. */
const registrationLookupMs = 3000;
