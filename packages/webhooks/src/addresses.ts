import ipaddr from 'ipaddr.js';

/** Whether the service may connect to an address; one of the test list always. */
export type AddressRule = (address: string) => boolean;

/** Networks as CIDRs. */
export interface AddressLists {
  /** Allowed though they are not public; a production environment has none. */
  testAllow: readonly string[];
  /** Refused though they are public, or allowed for tests. */
  deny?: readonly string[];
}

/**
 * Public addresses alone, as the lists change it. IPv6 is judged from its one block of global addresses: what lies
 * outside it may be a private address in another spelling. Throws for a list that is none.
 */
export function createAddressRule({ testAllow, deny = [] }: AddressLists): AddressRule {
  const isAllowed = createNetworks(testAllow);
  const isDenied = createNetworks(deny);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4 address in the form of IPv6 is private by its form; denied it is as what it leads to.
    const address = ipaddr.parse(text);
    return !isDenied(ipaddr.process(text)) && (isAllowed(address) || isPublic(address));
  };
}

function createNetworks(cidrs: readonly string[]): (address: Address) => boolean {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether an address needs no leave to be connected to. */
export const isPublicAddress = createAddressRule({ testAllow: [] });

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(globalUnicast, 3) : address.toString() !== azureWireServer;
}

/** All that has been given out for the public network. */
const globalUnicast = ipaddr.parse('2000::');

/** Inside every Azure network it answers with the machine's own configuration; no registry calls it special. */
const azureWireServer = '168.63.129.16';
