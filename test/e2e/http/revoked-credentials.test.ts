import { randomBytes } from 'node:crypto';
import type { Agent } from 'node:http';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { expect, test } from 'vitest';
import { connections, statusOf as statusAt } from '../support/connections.ts';
import { startService } from '../support/service.ts';

const { signUp, stack } = await startService();
const statusOf = (agent: Agent, credential: string, path = '/v1/cases') =>
  statusAt(stack.baseUrl + path, agent, credential);

test.each([
  ['key', '/v1/cases'],
  ['session', '/v1/health'],
])('300 connections with a %s that has ended cost its former organization nothing at %s', async (kind, path) => {
  const customer = await signUp();
  const { id, secret } = (await customer.session.send('POST', '/v1/api-keys')).body;
  const ended = kind === 'key' ? secret : customer.session.credential;
  const idle = connections(1);
  // The service knows whose it was.
  for (const known of [ended, customer.credential]) expect(await statusOf(idle, known)).toBe(200);
  const end = kind === 'key' ? ['DELETE', `/v1/api-keys/${id}`] : ['POST', '/v1/auth/logout'];
  expect((await customer.session.send(end[0] ?? '', end[1] ?? '')).status).toBe(204);
  const agent = connections(300);
  const over = new AbortController();
  const flooded: number[] = [];
  const flood = Array.from({ length: 300 }, async () => {
    while (!over.signal.aborted) flooded.push(await statusOf(agent, ended, path));
  });
  const statuses: number[] = [];
  while (statuses.length < 40 || flooded.length < 600) statuses.push(await statusOf(idle, customer.credential));
  over.abort();
  await Promise.all(flood);
  expect(flooded).not.toContain(path === '/v1/health' ? 401 : 200);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test('of 1,000 invented, changed and ended credentials none is accepted', async () => {
  const customer = await signUp();
  const { id, secret: ended } = (await customer.session.send('POST', '/v1/api-keys')).body;
  await customer.session.send('DELETE', `/v1/api-keys/${id}`);
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
  const agent = connections(8);
  const statuses = new Map<number, number>();
  let sent = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sent < 1000) {
        sent += 1;
        const status = await statusOf(agent, invent[sent % invent.length]?.() ?? '', sent % 2 ? '/v1/cases' : '/v1/me');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  expect([...statuses]).toEqual([[401, 1000]]);
});
