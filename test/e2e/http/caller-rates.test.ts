import { randomUUID } from 'node:crypto';
import { routes } from '@evict/contract';
import { createGateway } from '@evict/http';
import { openTestStore } from '@evict/store/testing';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { send } from '../support/api.ts';
import { seedOrganization } from '../support/seed-organization.ts';

const burst = { read: 4, command: 3 };
const store = openTestStore(await cloneDatabase());
const gateway = createGateway({
  store,
  logger: createLogger('test', 'silent'),
  liveMode: true,
  proxyHops: 0,
  // The rate is so slow that no token comes back during a test.
  rates: { read: { perSecond: 0.001, burst: burst.read }, command: { perSecond: 0.001, burst: burst.command } },
});
let works = 0;
gateway.route(routes.listApiKeys, async () => ({ status: 200, body: { items: [] } }));
gateway.route(routes.validateCase, async () => {
  works += 1;
  return { status: 200, body: { passed: true, results: [] } };
});
const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${server.port}`;
afterAll(async () => {
  await server.close();
  await store.close();
});

const validatePath = '/v1/cases/case_00000000-0000-4000-8000-000000000000/validate';
const read = async (credential: string) => send(url, 'GET', '/v1/api-keys', { credential });
const command = async (credential: string, headers = {}) => send(url, 'POST', validatePath, { credential, headers });

/** Creates an organization with two test keys and one live key. */
async function newOrganization() {
  const { newKey } = await seedOrganization(store);
  return { key: await newKey('test'), otherKey: await newKey('test'), liveKey: await newKey('live') };
}

test("an organization's keys share one burst limit for reads and one for commands, and requests beyond a limit get 429", async () => {
  const { key, otherKey } = await newOrganization();
  for (const [request, count] of [
    [read, burst.read],
    [command, burst.command],
  ] as const) {
    for (let sent = 0; sent < count; sent += 1) expect((await request(sent % 2 ? key : otherKey)).status).toBe(200);
    for (const credential of [key, otherKey]) {
      const { status, body, headers } = await request(credential);
      expect([status, body.error.code, body.error.details]).toEqual([429, 'rate_limited', null]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(900);
    }
  }
});

test('each organization has a separate rate limit in each mode', async () => {
  const [full, other] = [await newOrganization(), await newOrganization()];
  for (let sent = 0; sent <= burst.read; sent += 1) await read(full.key);
  expect((await read(full.key)).status).toBe(429);
  expect((await read(full.liveKey)).status).toBe(200);
  expect((await read(other.key)).status).toBe(200);
});

test("a replay doesn't count toward the rate limit, and a refusal by the rate limit isn't stored for replays", async () => {
  const { key } = await newOrganization();
  const headers = { 'idempotency-key': randomUUID() };
  expect((await command(key, headers)).status).toBe(200);
  const before = works;
  for (let sent = 0; sent < 2 * burst.command; sent += 1) {
    const again = await command(key, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  }
  expect(works).toBe(before);
  // The replays used no tokens.
  const others = { 'idempotency-key': randomUUID() };
  for (let sent = 1; sent < burst.command; sent += 1) expect((await command(key)).status).toBe(200);
  for (let sent = 0; sent < 2; sent += 1) {
    const refused = await command(key, others);
    expect([refused.status, refused.headers.has('idempotent-replayed')]).toEqual([429, false]);
  }
  expect((await command(key, headers)).status).toBe(200);
});
