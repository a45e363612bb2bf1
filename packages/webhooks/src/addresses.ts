import ipaddr from 'ipaddr.js';

/** Whether the service may connect to an address. */
export type AddressRule = (address: string) => boolean;

/** Lists of networks as CIDRs. */
export interface AddressLists {
  /** Networks that are allowed although they aren't public. Empty in production. */
  testAllow: readonly string[];
  /** Networks that are refused, even if they are public or allowed for tests. */
  deny?: readonly string[];
}

/**
 * Creates a rule that allows public addresses, as modified by the lists. Only the block of global unicast addresses
 * counts as public in IPv6, because others may be a private IPv4 address in another notation. Throws for a malformed
 * list.
 */
export function createAddressRule({ testAllow, deny = [] }: AddressLists): AddressRule {
  const isAllowed = createNetworks(testAllow);
  const isDenied = createNetworks(deny);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4-mapped IPv6 address isn't public by its form, but deny lists apply to the IPv4 address that it leads to.
    const address = ipaddr.parse(text);
    return !isDenied(ipaddr.process(text)) && (isAllowed(address) || isPublic(address));
  };
}

function createNetworks(cidrs: readonly string[]): (address: Address) => boolean {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether an address is public. Ignores the deployment's own lists. */
export const isPublicAddress = createAddressRule({ testAllow: [] });

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(globalUnicast, 3) : address.toString() !== azureWireServer;
}

/** 2000::/3, the block from which all public IPv6 addresses have been allocated. */
const globalUnicast = ipaddr.parse('2000::');

/**
 * This address serves a machine's own configuration inside every Azure network, but no registry of special addresses
 * lists it.
 */
const azureWireServer = '168.63.129.16';
