import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';
import { urlFaults } from './url-rules.ts';

/**
 * Both ends of every range in the IANA registries of special-purpose addresses, and addresses that cloud providers
 * reserve.
 */
const refusedAddresses = listed(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1 127.255.255.255
  169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.8 192.0.0.170 192.0.0.192
  192.0.0.255 192.0.2.0 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255
  192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0
  239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255 168.63.129.16 100.100.100.200

  :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
  64:ff9b:1::a00:1 100:: 100::ffff:ffff:ffff:ffff 100:0:0:1::1 2001:: 2001::1 2001:1::1 2001:1::3 2001:2::1
  2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::
  2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:7f00:1:: 2002:ffff:ffff::1 2620:4f:8000::1 3fff::
  3fff:fff:ffff::1 4000::1 5f00::1 fc00:: fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80::1 febf::1
  fec0::1 ff00::1 ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
`);

const publicAddresses = listed(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 168.63.129.15 168.63.129.17 2000::1 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111
  2a00:1450:4001:81b::200e
`);

test.each(refusedAddresses)(
  '%s is refused for a webhook: as a literal, through a name, and next to a public address',
  async (address) => {
    const [literal, named] = [urlOf(address), 'https://hooks.example.com/'];
    const guard = guardWith({ 'hooks.example.com': [address], 'both.example.com': ['8.8.8.8', address] });
    expect(codesOf(await guard.faultsOf(literal))).toEqual(['private_address']);
    expect(codesOf(await guard.faultsOf(named))).toEqual(['private_address']);
    expect(codesOf(await guard.faultsOf('https://both.example.com/'))).toEqual(['private_address']);
    for (const url of [literal, named, 'https://both.example.com/']) {
      await expect(guard.addressesOf(url, never)).rejects.toMatchObject({ name: 'BlockedError' });
    }
    expect(guard.isAllowed(address)).toBe(false);
  },
);

test.each(publicAddresses)('%s is allowed for a webhook, on any port', async (address) => {
  const guard = guardWith({ 'hooks.example.com': [address] });
  for (const url of [urlOf(address), urlOf(address, 8443), 'https://hooks.example.com:22/']) {
    expect(await guard.faultsOf(url)).toEqual([]);
    expect(await guard.addressesOf(url, never)).toEqual([address]);
  }
});

const otherSpellings = listed(`
  https://127.1/ https://127.0.1/ https://2130706433/ https://017700000001/ https://0x7f000001/ https://0x7f.1/
  https://0177.0.0.01/ https://127.0.0.1./ https://１２７.０.０.１/ https://127。0。0。1/ https://%31%32%37.0.0.1/
  https://①②⑦.0.0.1/ https://127.0.0.1:443/ https://127.0.0.1:8443/x https://0/ https://0.0.0.0:22/ https://[::1]/
  https://[0:0:0:0:0:0:0:1]/ https://[::127.0.0.1]/ https://[::7f00:1]/ https://[::ffff:127.0.0.1]/
  https://[::FFFF:7F00:1]/ https://[0:0:0:0:0:ffff:a9fe:a9fe]/ https://[fe80::1]:8443/
  HTTPS://169.254.169.254/latest/meta-data/
`);

test.each(otherSpellings)('%s is refused as another spelling of a private address', async (url) => {
  const guard = guardWith({});
  expect(codesOf(await guard.faultsOf(url))).toEqual(['private_address']);
  await expect(guard.addressesOf(url, never)).rejects.toMatchObject({ name: 'BlockedError' });
});

test.each([
  ['not a url', ['url']],
  ['', ['url']],
  ['hooks.example.com', ['url']],
  ['//hooks.example.com', ['url']],
  ['https:hooks.example.com', ['url']],
  ['https:/hooks.example.com', ['url']],
  ['https:///hooks.example.com', ['url']],
  ['https:\\\\hooks.example.com', ['url']],
  ['https://hooks.example.com\\@127.0.0.1/', ['url']],
  ['https://hooks.exa\nmple.com/', ['url']],
  [' https://hooks.example.com/', ['url']],
  ['https://hooks.example.com/a b', ['url']],
  ['https://hooks.example.com/\u0007', ['url']],
  ['https://[::1/', ['url']],
  ['https://[fe80::1%25eth0]/', ['url']],
  ['https://hooks.example.com:99999/', ['url']],
  ['https://256.256.256.256/', ['url']],
  ['https://', ['url']],
  ['http://hooks.example.com/', ['https_only']],
  ['ftp://hooks.example.com/', ['https_only']],
  ['file://hooks.example.com/etc/passwd', ['https_only']],
  ['gopher://hooks.example.com/', ['https_only']],
  ['https://robin@hooks.example.com/', ['credentials']],
  ['https://robin:secret@hooks.example.com/', ['credentials']],
  ['https://:secret@hooks.example.com/', ['credentials']],
  ['https://hooks.example.com@127.0.0.1/', ['credentials', 'private_address']],
  ['https://localhost/', ['local_name']],
  ['https://LOCALHOST:8443/', ['local_name']],
  ['https://api.localhost/', ['local_name']],
  ['https://a.b.LocalHost/', ['local_name']],
  ['https://loca%6chost/', ['local_name']],
  ['https://ｌocalhost/', ['local_name']],
  ['https://localhost./', ['local_name', 'trailing_dot']],
  ['https://hooks.example.com./', ['trailing_dot']],
  ['http://robin:secret@10.0.0.1/', ['https_only', 'credentials', 'private_address']],
  ['http://robin:secret@localhost./', ['https_only', 'credentials', 'local_name', 'trailing_dot']],
])('%j is refused with all of its errors together: %j', async (url, codes) => {
  const guard = guardWith({ 'hooks.example.com': ['8.8.8.8'], 'hooks.example.com.': ['8.8.8.8'] });
  const faults = await guard.faultsOf(url);
  expect(codesOf(faults)).toEqual(codes);
  for (const { code, message } of faults) expect(message).toBe(urlFaults[code]);
  await expect(guard.addressesOf(url, never)).rejects.toMatchObject({ name: 'BlockedError' });
});

const fine = listed(`
  https://hooks.example.com https://HOOKS.example.com/Path?query=1#part https://notlocalhost/
  https://localhost.example.com/ https://bücher.example/ https://hooks.example.com:8443/
  https://hooks.example.com/%00 https://hooks.example.com/@robin:secret
`);

test.each(fine)('%s is accepted if its name resolves to a public address', async (url) => {
  const guard = createGuard({ testAllow: [], resolve: async () => ['8.8.8.8'] });
  expect(await guard.faultsOf(url)).toEqual([]);
});

test('a name with non-ASCII characters is always parsed the same way', async () => {
  const guard = createGuard({ testAllow: [], resolve: async () => ['8.8.8.8'] });
  const faults = await Promise.all(Array.from({ length: 20_000 }, () => guard.faultsOf('https://bücher.example/')));
  expect(faults.flat()).toEqual([]);
});

test('a name that does not currently resolve is accepted, but attempts to use it fail', async () => {
  const guard = guardWith({ 'empty.example.com': [] });
  for (const url of ['https://nowhere.example.com/', 'https://empty.example.com/']) {
    expect(await guard.faultsOf(url)).toEqual([]);
    await expect(guard.addressesOf(url, never)).rejects.toMatchObject({ name: 'UnresolvedError' });
  }
});

test('every attempt resolves the name again, and is refused if the name now leads to a private address', async () => {
  const lookups = [['8.8.8.8'], ['8.8.8.8'], ['127.0.0.1']];
  const guard = createGuard({ testAllow: [], resolve: async () => lookups.shift() ?? [] });
  const url = 'https://rebinding.example.com/';
  expect(await guard.faultsOf(url)).toEqual([]);
  expect(await guard.addressesOf(url, never)).toEqual(['8.8.8.8']);
  await expect(guard.addressesOf(url, never)).rejects.toMatchObject({ name: 'BlockedError' });
});

test('a private address is allowed only if its network is on the list for tests, and a local name never is', async () => {
  const guard = createGuard({ testAllow: ['127.0.0.0/8', 'fd00::/8'], resolve: async () => ['127.0.0.1'] });
  expect(await guard.faultsOf('https://127.0.0.1:4433/')).toEqual([]);
  expect(await guard.faultsOf('https://[fd00::1]:4433/')).toEqual([]);
  expect(await guard.faultsOf('https://hooks.example.com/')).toEqual([]);
  for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[fe80::1]/']) {
    expect(codesOf(await guard.faultsOf(url))).toEqual(['private_address']);
  }
  expect(codesOf(await guard.faultsOf('https://localhost/'))).toEqual(['local_name']);
  expect(codesOf(await guard.faultsOf('https://hooks.example.com./'))).toEqual(['trailing_dot']);
  expect(() => createGuard({ testAllow: ['localhost'] })).toThrow('CIDR');
});

test('addresses on the deny list are refused at registration and at every attempt, even if they are allowed for tests', async () => {
  const names: Record<string, string[]> = {
    'ours.example.com': ['203.0.114.9'],
    'both.example.com': ['8.8.8.8', '203.0.114.9'],
    'beside.example.com': ['203.0.114.16'],
  };
  const guard = createGuard({
    testAllow: ['127.0.0.0/8'],
    deny: ['203.0.114.0/28', '2600:1f18::/32', '127.0.0.9/32'],
    resolve: async (name) => names[name] ?? [],
  });
  const refused = ['ours.example.com', 'both.example.com', '203.0.114.9', '[2600:1f18:1::5]', '127.0.0.9'];
  for (const host of refused) {
    expect(codesOf(await guard.faultsOf(`https://${host}/`))).toEqual(['private_address']);
    await expect(guard.addressesOf(`https://${host}/`, never)).rejects.toMatchObject({ name: 'BlockedError' });
  }
  for (const address of ['203.0.114.9', '::ffff:203.0.114.9']) expect(guard.isAllowed(address)).toBe(false);
  for (const host of ['beside.example.com', '203.0.114.16', '[2600:1f19::1]', '127.0.0.8']) {
    expect(await guard.faultsOf(`https://${host}/`)).toEqual([]);
  }
});

const never = new AbortController().signal;

function guardWith(names: Record<string, string[]>) {
  return createGuard({
    testAllow: [],
    resolve: async (name) => {
      const addresses = names[name];
      if (!addresses) throw new Error('no such name');
      return addresses;
    },
  });
}

function urlOf(address: string, port = 443): string {
  return `https://${address.includes(':') ? `[${address}]` : address}:${port}/`;
}

/** Splits a string at whitespace. */
function listed(text: string): string[] {
  return text.trim().split(/\s+/);
}

function codesOf(faults: { code: string }[]): string[] {
  return faults.map(({ code }) => code);
}
