import { Agent, request } from 'node:http';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { expect, onTestFinished, test } from 'vitest';
import { seedOrganization } from '../support/seed-organization.ts';
import { startService } from '../support/service.ts';

const { signUp, stack } = await startService();

/** The status of a read over one of the agent's connections. All callers of this file are behind the same address. */
function statusOf(agent: Agent, credential: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${credential}`, 'x-forwarded-for': '192.0.2.1' };
    request(`${stack.baseUrl}/v1/cases`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

function connections(maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets });
  onTestFinished(() => agent.destroy());
  return agent;
}

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
