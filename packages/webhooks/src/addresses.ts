import ipaddr from 'ipaddr.js';

/** Whether the service may connect to an address. */
export type AddressRule = (address: string) => boolean;

/** Networks as CIDRs. */
export interface AddressLists {
  /** Allowed although they are not public; empty in production. */
  testAllow: readonly string[];
  /** Refused, even if they are public or allowed for tests. */
  deny?: readonly string[];
}

/**
 * Allows public addresses, as modified by the lists. Of IPv6 only the block of global unicast addresses is public:
 * others may be a private IPv4 address in another notation. Throws for a malformed list.
 */
export function createAddressRule({ testAllow, deny = [] }: AddressLists): AddressRule {
  const isAllowed = createNetworks(testAllow);
  const isDenied = createNetworks(deny);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4-mapped IPv6 address is not public by its form, but is denied as the IPv4 address it leads to.
    const address = ipaddr.parse(text);
    return !isDenied(ipaddr.process(text)) && (isAllowed(address) || isPublic(address));
  };
}

function createNetworks(cidrs: readonly string[]): (address: Address) => boolean {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether an address is public. */
export const isPublicAddress = createAddressRule({ testAllow: [] });

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(globalUnicast, 3) : address.toString() !== azureWireServer;
}

/** 2000::/3, all that has been allocated. */
const globalUnicast = ipaddr.parse('2000::');

/** Serves a machine's own configuration inside every Azure network, and is in no registry of special addresses. */
const azureWireServer = '168.63.129.16';
