import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { ipv6Counting } from '@evict/contract';
import ipaddr from 'ipaddr.js';

/**
 * The caller's address behind this many proxies of our own. Each of them appends the address it was called from to
 * X-Forwarded-For, so the caller's stands that many entries from the right; whatever is further left the caller wrote.
 */
export function clientAddress(req: IncomingMessage, proxyHops: number): string {
  const peer = req.socket.remoteAddress ?? '';
  if (proxyHops === 0) return canonical(peer);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const entry = forwarded.at(-Math.min(proxyHops, forwarded.length))?.trim() ?? '';
  return canonical(isIP(entry) ? entry : peer);
}

/** One spelling for each address. A dual-stack socket shows IPv4 callers as ::ffff:1.2.3.4. */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  const spelled = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(spelled)?.[1] ?? spelled;
}

/**
 * What an address counts for, the largest network first, each with the factor of its limit. One caller of IPv6 has the addresses of a whole
 * network to choose from.
 */
export function countedNetworks(address: string): { network: string; factor: number }[] {
  if (isIP(address) !== 6) return [{ network: address, factor: 1 }];
  const { hostBits, siteBits, siteFactor } = ipv6Counting;
  return [
    { network: networkOf(address, siteBits), factor: siteFactor },
    { network: networkOf(address, hostBits), factor: 1 },
  ];
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}
