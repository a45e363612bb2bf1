import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@evict/contract';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type ApiResponse, buildSignup, nextAddress, send, type Sent } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-processes.ts';
import { invitationToken, newAddress } from '../support/members.ts';
import { startProxy } from '../support/proxy.ts';
import { seedOrganization } from '../support/seed-organization.ts';

// Runs the gateways as separate processes, as in a deployment. The drain time of the customer gateways is long enough
// for a proxy that polls their readiness every 100 ms, even on a machine that is busy with other tests.

type Pair = [GatewayProcess, GatewayProcess];

const databaseUrl = await cloneDatabase();
const startCustomers = () => startGatewayProcess('customer-gateway', databaseUrl, { STOP_DRAIN: '3s' });
const startPublic = () => startGatewayProcess('public-gateway', databaseUrl);
const [customers, publics]: [Pair, Pair] = await Promise.all([
  Promise.all([startCustomers(), startCustomers()]),
  Promise.all([startPublic(), startPublic()]),
]);
const store = openTestStore(databaseUrl);
afterAll(async () => {
  await Promise.all([...customers, ...publics].map(({ stop }) => stop()));
  await store.close();
});

/** Sends this many requests at the same time, alternating between the two gateways. */
async function atOnce(pair: Pair, count: number, ask: (url: string) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(pair[index % 2 ? 0 : 1].url)));
}

async function signUp() {
  const input = buildSignup();
  const headers = { 'x-forwarded-for': nextAddress() };
  const { body } = await send(publics[0].url, 'POST', '/v1/auth/signup', { body: input, headers });
  return { session: body.token as string };
}

/** Creates an organization without cases, and returns its API key. */
async function newKey(): Promise<string> {
  return (await seedOrganization(store)).newKey('test');
}

/** The number of responses by status. */
function tally(responses: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const fromOne = (address: string, body: object): Sent => ({ body, headers: { 'x-forwarded-for': address } });

test('of 20 concurrent leads that one IP address sends to both gateways, five are accepted', async () => {
  const address = nextAddress();
  const lead = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Hello' };
  const sendLead = async (url: string): Promise<ApiResponse> => {
    const response = await send(url, 'POST', '/v1/public/leads', fromOne(address, lead));
    // A slow machine refuses some of this many requests as busy, which doesn't count against the limit.
    return response.status === 503 ? sendLead(url) : response;
  };
  const responses = await atOnce(publics, 20, sendLead);
  expect(tally(responses)).toEqual({ 202: limits.lead.count, 429: 20 - limits.lead.count });
  expect(await store.prisma.lead.count()).toBe(limits.lead.count);
});

test('an Idempotency-Key used 50 times at once on both gateways has one effect and one response', async () => {
  const before = await store.prisma.case.count();
  const sent = { body: buildFacts(), credential: await newKey(), headers: { 'idempotency-key': randomUUID() } };
  const responses = await atOnce(customers, 50, (url) => send(url, 'POST', '/v1/cases', sent));
  expect(tally(responses)).toEqual({ 201: 50 });
  expect(new Set(responses.map(({ bytes }) => bytes.toString())).size).toBe(1);
  expect(responses.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(await store.prisma.case.count()).toBe(before + 1);
});

test('if two different requests with one Idempotency-Key reach the two gateways at once, only one is executed', async () => {
  const [before, credential] = [await store.prisma.case.count(), await newKey()];
  for (let round = 1; round <= 5; round += 1) {
    const sent = { credential, headers: { 'idempotency-key': randomUUID() } };
    const responses = await Promise.all(
      customers.map(({ url }) => send(url, 'POST', '/v1/cases', { ...sent, body: buildFacts({ freeText: url }) })),
    );
    expect(tally(responses)).toEqual({ 201: 1, 409: 1 });
    expect(await store.prisma.case.count()).toBe(before + round);
  }
});

test('a key that is revoked or a session that is ended on one gateway stops working on the other at once', async () => {
  const { session } = await signUp();
  const [here, there] = customers;
  const statusThere = async (credential: string) =>
    (await send(there.url, 'GET', '/v1/organization', { credential })).status;
  for (let round = 0; round < 3; round += 1) {
    const { id, secret } = (await send(here.url, 'POST', '/v1/api-keys', { credential: session })).body;
    expect(await statusThere(secret)).toBe(200);
    expect((await send(here.url, 'DELETE', `/v1/api-keys/${id}`, { credential: session })).status).toBe(204);
    expect(await statusThere(secret)).toBe(401);
  }
  expect(await statusThere(session)).toBe(200);
  expect((await send(here.url, 'POST', '/v1/auth/logout', { credential: session })).status).toBe(204);
  expect(await statusThere(session)).toBe(401);
});

test('across both gateways, an invitation is accepted only once, and if two owners remove each other, one of them stays', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { session } = await signUp();
    const { body: invited } = await send(customers[0].url, 'POST', '/v1/organization/members', {
      body: { email: newAddress(), role: 'owner' },
      credential: session,
    });
    const body = { token: await invitationToken(store, invited.id), name: 'Sam', password: 'a horse of their own' };
    const accepted = await atOnce(publics, 6, (url) =>
      send(url, 'POST', '/v1/auth/invitations/accept', fromOne(nextAddress(), body)),
    );
    expect(tally(accepted)).toEqual({ 200: 1, 400: 5 });
    const second = accepted.find(({ status }) => status === 200)?.body.token as string;
    const { body: owner } = await send(customers[0].url, 'GET', '/v1/me', { credential: session });
    const remove = (url: string, credential: string, id: string) =>
      send(url, 'DELETE', `/v1/organization/members/${id}`, { credential });
    const removed = await Promise.all([
      remove(customers[0].url, session, invited.id),
      remove(customers[1].url, second, owner.user.id),
    ]);
    expect(tally(removed)).toEqual({ 204: 1, 401: 1 });
    const [kept, lost] = removed[0].status === 204 ? [session, second] : [second, session];
    for (const { url } of customers) {
      expect((await send(url, 'GET', '/v1/me', { credential: kept })).status).toBe(200);
      expect((await send(url, 'GET', '/v1/me', { credential: lost })).status).toBe(401);
    }
  }
});

test('each gateway accepts the cursors of the other', async () => {
  const credential = await newKey();
  const create = (url: string) => send(url, 'POST', '/v1/cases', { body: buildFacts(), credential });
  await atOnce(customers, 2, create);
  const first = await send(customers[0].url, 'GET', '/v1/cases?limit=1', { credential });
  const path = `/v1/cases?limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`;
  const second = await send(customers[1].url, 'GET', path, { credential });
  expect([second.status, second.body.items.length, second.body.nextCursor]).toEqual([200, 1, null]);
  expect(second.body.items[0].id).not.toBe(first.body.items[0].id);
});

test('no request fails while both gateways are replaced, one after the other and under load', async () => {
  const before = await store.prisma.case.count();
  const proxy = await startProxy([...customers]);
  onTestFinished(() => proxy.stop());
  const load = startLoad(proxy.url, await newKey());
  const replacements: Pair = await Promise.all([startCustomers(), startCustomers()]);
  for (const index of [0, 1] as const) {
    const [old, next] = [customers[index], replacements[index]];
    await load.continues();
    const begun = Date.now();
    const stopped = old.stop();
    await expect.poll(() => proxy.isReady(old), { interval: 20, timeout: 60_000 }).toBe(false);
    await stopped;
    expect(Date.now() - begun).toBeLessThan(60_000);
    proxy.replace(old, next);
    customers[index] = next;
    await expect.poll(() => proxy.isReady(next)).toBe(true);
    await load.continues();
  }
  const statuses = await load.stop();
  expect(Object.keys(statuses).sort()).toEqual(['200', '201']);
  expect((await store.prisma.case.count()) - before).toBe(statuses[201]);
}, 180_000);

test('a request in progress when its gateway is stopped gets its response', async () => {
  const [gateway] = customers;
  const body = JSON.stringify(buildFacts());
  const headers = {
    authorization: `Bearer ${await newKey()}`,
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

/** Starts two readers and a writer. Each sends its next request 50 ms after a response. */
function startLoad(url: string, credential: string) {
  const statuses: Record<string, number> = {};
  const over = new AbortController();
  let answered = 0;
  const work = async (write: boolean) => {
    while (!over.signal.aborted) {
      const status = await (
        write
          ? send(url, 'POST', '/v1/cases', { credential, body: buildFacts() })
          : send(url, 'GET', '/v1/cases?limit=1', { credential })
      ).then(
        (response) => response.status,
        () => 'no answer',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered += 1;
      await pause(50);
    }
  };
  const workers = [false, false, true].map(work);
  return {
    /** Resolves after 30 more responses, ten times what the three have under way at once. */
    async continues() {
      const from = answered;
      await expect.poll(() => answered - from).toBeGreaterThan(30);
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
