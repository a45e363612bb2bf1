import type { Agent } from 'node:http';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { expect, test } from 'vitest';
import { connections, statusOf as statusAt } from '../support/connections.ts';
import { seedOrganization } from '../support/seed-organization.ts';
import { startService } from '../support/service.ts';

const { signUp, stack } = await startService();
const statusOf = (agent: Agent, credential: string) => statusAt(`${stack.baseUrl}/v1/cases`, agent, credential);

async function newKeys(): Promise<string[]> {
  const organization = await seedOrganization(stack.store);
  return Promise.all(Array.from({ length: 10 }, () => organization.newKey('test')));
}

async function revokedKey(): Promise<string> {
  const { session } = await signUp();
  const { id, secret } = (await session.send('POST', '/v1/api-keys')).body;
  expect((await session.send('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
  return secret;
}

test.each(['keys that nobody has', 'one revoked key'])(
  'a flood of 300 connections with %s refuses no first request with a valid key from the same address',
  async (what) => {
    const revoked = await revokedKey();
    const next = () => (what === 'one revoked key' ? revoked : mintCredential(credentialPrefixes.testKey).secret);
    const keys = [...(await newKeys()), ...(await newKeys())];
    const flooding = connections(300);
    const over = new AbortController();
    const flooded: number[] = [];
    const flood = Array.from({ length: 300 }, async () => {
      while (!over.signal.aborted) flooded.push(await statusOf(flooding, next()));
    });
    await expect.poll(() => flooded.length, { timeout: 60_000 }).toBeGreaterThan(300);
    const own = connections(1);
    const statuses: number[] = [];
    for (const key of keys) statuses.push(await statusOf(own, key));
    over.abort();
    await Promise.all(flood);
    expect(statuses).toEqual(keys.map(() => 200));
    for (const status of flooded) expect([401, 429, 503]).toContain(status);
  },
);
