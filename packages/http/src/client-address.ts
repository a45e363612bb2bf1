import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { ipv6Counting } from '@evict/contract';
import ipaddr from 'ipaddr.js';

/**
 * Returns the caller's IP address, given the number of trusted proxies. Each proxy appends its peer to X-Forwarded-For,
 * so the caller's address is that many entries from the right. Entries further left come from the caller and can't be
 * trusted.
 */
export function clientAddress(req: IncomingMessage, proxyHops: number): string {
  const peer = req.socket.remoteAddress ?? '';
  if (proxyHops === 0) return canonical(peer);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const entry = forwarded.at(-Math.min(proxyHops, forwarded.length))?.trim() ?? '';
  return canonical(isIP(entry) ? entry : peer);
}

/** Normalizes an IP address. A dual-stack socket shows IPv4 callers as ::ffff:1.2.3.4. */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const spelled = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(spelled)?.[1] ?? spelled;
}

/**
 * Returns the networks under which an IP address is counted, largest first. A network's limit is multiplied by its
 * `factor`. An IPv6 caller can use any address of a whole network, so single addresses aren't counted.
 */
export function countedNetworks(address: string): { network: string; factor: number }[] {
  if (isIP(address) !== 6) return [{ network: address, factor: 1 }];
  const { hostBits, siteBits, siteFactor } = ipv6Counting;
  return [
    { network: networkOf(address, siteBits), factor: siteFactor },
    { network: networkOf(address, hostBits), factor: 1 },
  ];
}

/** Returns the network under which an anonymous caller is counted. All of its addresses count as one caller. */
export function callerNetwork(address: string): string {
  return countedNetworks(address).at(-1)?.network ?? address;
}

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address, which doesn't identify a person. Returns an empty
 * string for anything else.
 */
export function shortNetwork(address: string): string {
  if (isIP(address) === 0) return '';
  return isIP(address) === 6 ? networkOf(address, 48) : `${address.replace(/\.\d+$/, '')}.0/24`;
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}
