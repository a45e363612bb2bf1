import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-processes.ts';
import { startProxy } from '../support/proxy.ts';
import { seedOrganization } from '../support/seed-organization.ts';

// Runs the gateways as separate processes, as in a deployment. The proxy polls their readiness every 100 ms. The drain
// time is long enough for that even on a machine that is busy with other tests.

const databaseUrl = await cloneDatabase();
const store = openTestStore(databaseUrl);
const start = () => startGatewayProcess('customer-gateway', databaseUrl, { STOP_DRAIN: '3s' });
const gateways: GatewayProcess[] = await Promise.all([start(), start()]);
const proxy = await startProxy([...gateways]);
const credential = await (await seedOrganization(store)).newKey('test');
afterAll(async () => {
  await proxy.stop();
  await Promise.all(gateways.map(({ stop }) => stop()));
  await store.close();
});

test('no request fails while both gateways are replaced, one after the other and under load', async () => {
  const load = startLoad();
  for (const [index, old] of [...gateways].entries()) {
    const [next] = await Promise.all([start(), load.continues()]);
    const begun = Date.now();
    const stopped = old.stop();
    await expect.poll(() => proxy.isReady(old), { interval: 20, timeout: 60_000 }).toBe(false);
    await stopped;
    expect(Date.now() - begun).toBeLessThan(60_000);
    proxy.replace(old, next);
    gateways[index] = next;
    await expect.poll(() => proxy.isReady(next)).toBe(true);
    await load.continues();
  }
  const statuses = await load.stop();
  expect(Object.keys(statuses).sort()).toEqual(['200', '201']);
  expect(await store.prisma.case.count()).toBe(statuses[201]);
}, 180_000);

test('a request in progress when its gateway is stopped gets its response', async () => {
  const gateway = gateways.pop() ?? expect.unreachable();
  const body = JSON.stringify(buildFacts());
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const slow = request(`${gateway.url}/v1/cases`, { method: 'POST', headers });
  slow.write(body.slice(0, 10));
  await expect.poll(async () => (await fetch(`${gateway.operationsUrl}/ready`)).status).toBe(200);
  const stopped = gateway.stop();
  await expect.poll(() => refuses(gateway.url)).toBe(true);
  slow.end(body.slice(10));
  const [response] = (await once(slow, 'response')) as [{ statusCode: number; headers: object; resume: () => void }];
  expect([response.statusCode, response.headers]).toMatchObject([201, { connection: 'close' }]);
  response.resume();
  await stopped;
});

/** Starts two readers and a writer. Each sends its next request 20 ms after a response. */
function startLoad() {
  const statuses: Record<string, number> = {};
  const over = new AbortController();
  let answered = 0;
  const work = async (write: boolean) => {
    while (!over.signal.aborted) {
      const [method, sent] = write ? ['POST', { body: buildFacts() }] : ['GET', {}];
      const status = await send(proxy.url, method, '/v1/cases', { credential, ...sent }).then(
        (response) => response.status,
        () => 'no answer',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered += 1;
      await pause(20);
    }
  };
  const workers = [false, false, true].map(work);
  return {
    /** Resolves after a hundred more responses. */
    async continues() {
      const from = answered;
      await expect.poll(() => answered - from).toBeGreaterThan(100);
    },
    async stop() {
      over.abort();
      await Promise.all(workers);
      return statuses;
    },
  };
}

/** Whether nothing listens at this URL. */
async function refuses(url: string): Promise<boolean> {
  return fetch(`${url}/v1/health`).then(
    () => false,
    () => true,
  );
}
