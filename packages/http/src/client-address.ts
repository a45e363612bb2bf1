import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { ipv6Counting } from '@evict/contract';
import ipaddr from 'ipaddr.js';

/**
 * The caller's address behind this many proxies of the deployment. Each appends the address of its peer to
 * X-Forwarded-For, so the caller's is that many entries from the right; entries further left are the caller's own text.
 */
export function clientAddress(req: IncomingMessage, proxyHops: number): string {
  const peer = req.socket.remoteAddress ?? '';
  if (proxyHops === 0) return canonical(peer);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const entry = forwarded.at(-Math.min(proxyHops, forwarded.length))?.trim() ?? '';
  return canonical(isIP(entry) ? entry : peer);
}

/** One notation per address. A dual-stack socket shows IPv4 callers as ::ffff:1.2.3.4. */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const spelled = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(spelled)?.[1] ?? spelled;
}

/**
 * The networks that an address counts for, the largest first, each with the factor of its limit. An IPv6 caller can use
 * any address of a whole network.
 */
export function countedNetworks(address: string): { network: string; factor: number }[] {
  if (isIP(address) !== 6) return [{ network: address, factor: 1 }];
  const { hostBits, siteBits, siteFactor } = ipv6Counting;
  return [
    { network: networkOf(address, siteBits), factor: siteFactor },
    { network: networkOf(address, hostBits), factor: 1 },
  ];
}

/** By what a caller without a credential is counted: all addresses of a network are one. */
export function callerNetwork(address: string): string {
  return countedNetworks(address).at(-1)?.network ?? address;
}

/** The network of an address, shortened so that it names no person: its /24, or its /48 in IPv6. */
export function shortNetwork(address: string): string {
  if (isIP(address) === 0) return '';
  return isIP(address) === 6 ? networkOf(address, 48) : `${address.replace(/\.\d+$/, '')}.0/24`;
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}
