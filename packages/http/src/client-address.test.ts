import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress, countedNetworks, shortNetwork } from './client-address.ts';

const request = (peer: string, forwarded?: string) =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['without proxies, X-Forwarded-For is ignored', 0, '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['behind one proxy, the last entry is used', 1, '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['behind two proxies, the second-to-last entry is used', 2, '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['with fewer entries than proxies, the first one is used', 3, '10.0.0.1', '1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['without X-Forwarded-For, the peer address is used', 1, '10.0.0.1', undefined, '10.0.0.1'],
  ["an entry that isn't an address is ignored", 1, '10.0.0.1', 'anyone', '10.0.0.1'],
  ['IPv4 on a dual-stack socket is returned as IPv4', 0, '::ffff:9.9.9.9', undefined, '9.9.9.9'],
  ['IPv4 in the hexadecimal form of IPv6 is returned as IPv4', 1, '::1', '::FFFF:909:909', '9.9.9.9'],
  ['an IPv6 address is returned in its shortest form', 1, '::1', '2001:DB8:0:0::0:1', '2001:db8::1'],
])('%s', (_title, hops, peer, forwarded, expected) => {
  expect(clientAddress(request(peer, forwarded), hops)).toBe(expected);
});

test.each([
  ['9.9.9.9', ['9.9.9.9 x1']],
  ['2001:db8:1:2::5', ['2001:db8:1::/48 x10', '2001:db8:1:2::/64 x1']],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', ['2001:db8:1::/48 x10', '2001:db8:1:2::/64 x1']],
  ['2001:db8:1:ffff::', ['2001:db8:1::/48 x10', '2001:db8:1:ffff::/64 x1']],
  ['::1', ['::/48 x10', '::/64 x1']],
  ['', [' x1']],
])('the address %j counts toward the limits of %j', (address, networks) => {
  expect(countedNetworks(address).map(({ network, factor }) => `${network} x${factor}`)).toEqual(networks);
});

test('an IPv4-mapped IPv6 address counts as IPv4', () => {
  expect(countedNetworks(clientAddress(request('::ffff:9.9.9.9'), 0))).toEqual([{ network: '9.9.9.9', factor: 1 }]);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::5', '2001:db8:1::/48'],
  ['', ''],
])('the address %j is shown as %j', (address, network) => {
  expect(shortNetwork(address)).toBe(network);
});
