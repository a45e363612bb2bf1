import { ipv6Counting, limits } from '@evict/contract';
import { enforceAddressLimit } from '@evict/http';
import { expect, test } from 'vitest';
import { buildSignup, nextAddress, send, type Sent } from '../support/api.ts';
import { sharedService } from '../support/service.ts';

const { stack } = await sharedService();
const { store } = stack;
const { count } = limits.passwordReset;

const wrongSignIn = (address: string) =>
  send(stack.baseUrl, 'POST', '/v1/auth/login', from(address, { email: buildSignup().email, password: 'a wrong one' }));

function from(address: string, body: object): Sent {
  return { body, headers: { 'x-forwarded-for': address } };
}

async function countOf(address: string): Promise<number> {
  const row = await store.prisma.rateLimit.findUnique({ where: { key: `authentication:${address}` } });
  return row?.hits.length ?? 0;
}

test('the IPv6 addresses of a /64 network share a limit, and those of a /48 network share one that is ten times as large', async () => {
  const ask = (address: string) =>
    enforceAddressLimit(store, 'passwordReset', address).then(
      () => 'admitted',
      (error: { code: string }) => error.code,
    );
  const networks = Array.from({ length: ipv6Counting.siteFactor }, (_, index) => `2001:db8:77:${index + 1}`);
  for (const network of networks) {
    for (let host = 1; host <= count; host += 1) expect(await ask(`${network}::${host}`)).toBe('admitted');
  }
  const [first] = networks;
  expect(await ask(`${first}:aaaa:bbbb:cccc:dddd`)).toBe('rate_limited');
  // The /48 is full. Its unused /64 has room, and refused requests don't count there.
  for (let tried = 0; tried <= count; tried += 1) expect(await ask('2001:db8:77:ffff::1')).toBe('rate_limited');
  const fresh = await store.prisma.rateLimit.findUnique({ where: { key: 'passwordReset:2001:db8:77:ffff::/64' } });
  expect(fresh?.hits ?? []).toEqual([]);
  expect(await ask('2001:db8:78:1::1')).toBe('admitted');
});

test("requests from an IP address over its limit don't enter the password queue", async () => {
  const address = nextAddress();
  for (let tried = 0; tried < limits.authentication.count; tried += 1) {
    expect((await wrongSignIn(address)).status).toBe(401);
  }
  // There are more requests than the queue holds. If they entered it, some of these and of the others would get 503.
  const [flood, others] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, () => wrongSignIn(address))),
    Promise.all(Array.from({ length: 10 }, () => wrongSignIn(nextAddress()))),
  ]);
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([401]));
});

test('an invalid sign-up counts toward the limit like any other', async () => {
  const address = nextAddress();
  const signUpWith = (raw: string) =>
    send(stack.baseUrl, 'POST', '/v1/auth/signup', { raw, headers: { 'x-forwarded-for': address } });
  for (let tried = 0; tried < limits.authentication.count; tried += 1) {
    expect((await signUpWith(tried % 2 === 0 ? '{}' : 'no JSON')).status).toBe(400);
  }
  const { status, headers } = await signUpWith(JSON.stringify(buildSignup()));
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test("a request that is refused as busy doesn't count toward the limit", async () => {
  const addresses = Array.from({ length: 60 }, () => nextAddress());
  const responses = await Promise.all(addresses.map(async (address) => ({ address, ...(await wrongSignIn(address)) })));
  const [busy, looked] = [503, 401].map((wanted) => responses.filter(({ status }) => status === wanted));
  expect(busy?.length).toBeGreaterThan(0);
  expect((busy?.length ?? 0) + (looked?.length ?? 0)).toBe(60);
  for (const { address } of busy ?? []) expect(await countOf(address)).toBe(0);
  for (const { address } of looked ?? []) expect(await countOf(address)).toBe(1);
});

test('requests are counted under the IP address that the proxy has seen, whatever headers a caller sends', async () => {
  const headers = { 'content-type': 'application/json', 'x-real-ip': '203.0.113.98' };
  const [person, others] = [nextAddress(), Array.from({ length: 2 }, () => nextAddress())];
  const claimed = [...others, '203.0.113.98', '127.0.0.1'];
  const before = await Promise.all(claimed.map(countOf));
  for (const chosen of others) {
    const body = JSON.stringify({ email: buildSignup().email, password: 'a wrong one' });
    const forwarded = { ...headers, 'x-forwarded-for': `${chosen}, ${person}`, forwarded: `for=${chosen}` };
    const asked = { method: 'POST', headers: forwarded, body };
    expect((await fetch(`${stack.baseUrl}/v1/auth/login`, asked)).status).toBe(401);
  }
  expect(await countOf(person)).toBe(others.length);
  expect(await Promise.all(claimed.map(countOf))).toEqual(before);
});
