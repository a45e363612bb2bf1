import { randomBytes } from 'node:crypto';
import type { Agent } from 'node:http';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { connections, statusOf as statusAt } from '../support/connections.ts';
import { seedOrganization } from '../support/seed-organization.ts';
import { sharedService } from '../support/service.ts';

const { signUp, stack } = await sharedService();
const statusOf = (agent: Agent, credential: string, path = '/v1/cases') =>
  statusAt(stack.baseUrl + path, agent, credential);

/** Creates six keys for two organizations. None of them has been used yet. */
async function newKeys(): Promise<string[]> {
  const organizations = await Promise.all([seedOrganization(stack.store), seedOrganization(stack.store)]);
  return Promise.all(organizations.flatMap(({ newKey }) => [newKey('test'), newKey('test'), newKey('test')]));
}

/** Creates a customer with a revoked key or ended session that the service has seen while it was valid. */
async function withEnded(kind: 'key' | 'session') {
  const customer = await signUp();
  const { id, secret } = (await customer.session.send('POST', '/v1/api-keys')).body;
  const ended: string = kind === 'key' ? secret : customer.session.credential;
  const idle = connections(1);
  for (const known of [ended, customer.credential]) expect(await statusOf(idle, known)).toBe(200);
  const [method, path] = kind === 'key' ? ['DELETE', `/v1/api-keys/${id}`] : ['POST', '/v1/auth/logout'];
  expect((await customer.session.send(method, path)).status).toBe(204);
  return { customer, ended };
}

test.each([
  ['unknown keys', '/v1/cases'],
  ['a revoked key', '/v1/cases'],
  ['an ended session', '/v1/health'],
] as const)(
  "300 connections with %s at %s don't block callers with valid keys at the same IP address",
  async (what, path) => {
    const { customer, ended } = await withEnded(what === 'an ended session' ? 'session' : 'key');
    const next = () => (what === 'unknown keys' ? mintCredential(credentialPrefixes.testKey).secret : ended);
    const keys = await newKeys();
    const [flooding, own] = [connections(300), connections(1)];
    const over = new AbortController();
    const flooded: number[] = [];
    const flood = Array.from({ length: 300 }, async () => {
      while (!over.signal.aborted) flooded.push(await statusOf(flooding, next(), path));
    });
    await expect.poll(() => flooded.length).toBeGreaterThan(300);
    const statuses: number[] = [];
    for (const key of [customer.credential, ...keys]) statuses.push(await statusOf(own, key));
    over.abort();
    await Promise.all(flood);
    expect(statuses).toEqual([customer.credential, ...keys].map(() => 200));
    // An endpoint that needs no credential serves all callers.
    const allowed = path === '/v1/health' ? [200, 429, 503] : [401, 429, 503];
    expect(flooded.filter((status) => !allowed.includes(status))).toEqual([]);
  },
);

test('none of 300 invented, altered and revoked credentials is accepted', async () => {
  const { customer, ended } = await withEnded('key');
  const real = [customer.credential, customer.session.credential];
  const changed = (text: string) => {
    const at = Math.floor(Math.random() * text.length);
    const other = 'abcxyz0189_'.replace(text[at] ?? '', '');
    return text.slice(0, at) + (other[Math.floor(Math.random() * other.length)] ?? 'q') + text.slice(at + 1);
  };
  const [one = '', two = ''] = real;
  const invent: (() => string)[] = [
    ...Object.values(credentialPrefixes).map((prefix) => () => mintCredential(prefix).secret),
    ...real.map((text) => () => changed(text)),
    ...real.map((text) => () => text.slice(0, -1 - Math.floor(Math.random() * 20))),
    () => one.replace('eak_test_', 'eak_live_'),
    () => one.replace('eak_test_', 'ess_'),
    () => `${one}${two}`,
    () => randomBytes(30).toString('base64url'),
    () => one.toUpperCase(),
    () => ended,
    () => "eak_test_' OR true --",
  ];
  // For the last of these paths, the key and the case are read in one query.
  const paths = ['/v1/cases', '/v1/me', `/v1/cases/${(await customer.create(buildFacts())).id}`];
  const agent = connections(8);
  const statuses = new Map<number, number>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sent < 300) {
        sent += 1;
        const status = await statusOf(
          agent,
          invent[sent % invent.length]?.() ?? '',
          paths[Math.floor(sent / invent.length) % paths.length],
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  expect([...statuses]).toEqual([[401, 300]]);
});
