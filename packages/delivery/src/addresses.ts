import ipaddr from 'ipaddr.js';

/** Whether the service may connect to an address; one of the test list always. */
export type AddressRule = (address: string) => boolean;

/**
 * Public addresses alone, and those of the list (CIDRs), which a production environment has none of. IPv6 is judged
 * from its one block of global addresses: what lies outside it may be a private address in another spelling.
 * Throws for a list that is none.
 */
export function createAddressRule(testAllow: readonly string[]): AddressRule {
  const allowed = testAllow.map((cidr) => ipaddr.parseCIDR(cidr));
  const isAllowed = (address: Address) =>
    allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return isAllowed(address) || isPublic(address);
  };
}

/** Whether an address needs no leave to be connected to. */
export const isPublicAddress = createAddressRule([]);

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? address.match(globalUnicast, 3) : address.toString() !== azureWireServer;
}

/** All that has been given out for the public network. */
const globalUnicast = ipaddr.parse('2000::');

/** Inside every Azure network it answers with the machine's own configuration; no registry calls it special. */
const azureWireServer = '168.63.129.16';
