import { randomUUID } from 'node:crypto';
import { limits } from '@evict/contract';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { type ApiResponse, buildSignup, nextAddress, send, type Sent } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { startGatewayProcess } from '../support/gateway-processes.ts';
import { invitationToken, newAddress } from '../support/members.ts';

const databaseUrl = await cloneDatabase();
const [customers, publics] = await Promise.all([twoOf('customer-gateway'), twoOf('public-gateway')]);
const store = openTestStore(databaseUrl);
afterAll(async () => {
  await Promise.all([...customers, ...publics].map(({ stop }) => stop()));
  await store.close();
});

type Pair = Awaited<ReturnType<typeof twoOf>>;

async function twoOf(service: Parameters<typeof startGatewayProcess>[0]) {
  return Promise.all([startGatewayProcess(service, databaseUrl), startGatewayProcess(service, databaseUrl)]);
}

/** So many requests at the same time, by turns to the one gateway and to the other. */
async function atOnce(
  pair: Pair,
  count: number,
  request: (url: string) => Promise<ApiResponse>,
): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => request(pair[index % 2 ? 0 : 1].url)));
}

async function signUp() {
  const input = buildSignup();
  const headers = { 'x-forwarded-for': nextAddress() };
  const { body } = await send(publics[0].url, 'POST', '/v1/auth/signup', { body: input, headers });
  return { email: input.email, organizationId: body.organization.id as string, session: body.token as string };
}

async function newKey(session: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await send(customers[0].url, 'POST', '/v1/api-keys', { credential: session });
  expect(status).toBe(201);
  return body;
}

/** The number of responses by status. */
function tally(responses: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Instead of waiting: all hits under a key were this much earlier. */
async function moveBack(key: string, seconds: number): Promise<void> {
  const { rowCount } = await store.pool.query(
    `UPDATE "RateLimit" SET hits = ARRAY(SELECT hit - make_interval(secs => $2) FROM unnest(hits) hit) WHERE key = $1`,
    [key, seconds],
  );
  expect(rowCount).toBe(1);
}

const lead = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Hello' };
const fromOne = (address: string, body: object): Sent => ({ body, headers: { 'x-forwarded-for': address } });

test('of 50 concurrent leads from one address, over both, five are accepted', async () => {
  const address = nextAddress();
  const responses = await atOnce(publics, 50, (url) => send(url, 'POST', '/v1/public/leads', fromOne(address, lead)));
  expect(tally(responses)).toEqual({ 202: limits.lead.count, 429: 50 - limits.lead.count });
  expect(await store.prisma.lead.count()).toBe(limits.lead.count);
});

test('of 50 concurrent sign-ins from one address, over both, ten are processed', async () => {
  const address = nextAddress();
  const body = () => ({ email: buildSignup().email, password: 'a wrong one' });
  const responses = await atOnce(publics, 50, (url) => send(url, 'POST', '/v1/auth/login', fromOne(address, body())));
  const { 401: processed, 429: limited = 0, 503: busy = 0 } = tally(responses);
  // So many at once are also more than may wait for a password check, and `busy` counts under no limit.
  expect([processed, limited + busy]).toEqual([limits.authentication.count, 50 - limits.authentication.count]);
});

test('of 30 concurrent wrong passwords for one account, over both and each from another address, five are verified', async () => {
  const { email } = await signUp();
  const body = { email, password: 'a wrong one' };
  const responses = await atOnce(publics, 30, (url) =>
    send(url, 'POST', '/v1/auth/login', fromOne(nextAddress(), body)),
  );
  expect(tally(responses)).toEqual({ 401: limits.wrongPassword.count, 429: 30 - limits.wrongPassword.count });
});

test('of 80 concurrent advances of one organization, over both, sixty are processed', async () => {
  const { session } = await signUp();
  const { body } = await send(customers[0].url, 'POST', '/v1/cases', { body: buildFacts(), credential: session });
  const path = `/v1/cases/${body.id}/advance`;
  const responses = await atOnce(customers, 80, (url) => send(url, 'POST', path, { credential: session }));
  expect(tally(responses)).toEqual({ 409: limits.advance.count, 429: 80 - limits.advance.count });
});

test('Retry-After is exact to the second at both, and after it a request is admitted', async () => {
  const address = nextAddress();
  const ask = (url: string) => send(url, 'POST', '/v1/public/leads', fromOne(address, lead));
  const started = performance.now();
  await atOnce(publics, limits.lead.count, ask);
  /** The remaining time, rounded up, for a hit between the start and now. */
  const expectSeconds = async (movedBy: number) => {
    for (const { url } of publics) {
      const { status, headers } = await ask(url);
      const left = limits.lead.windowSeconds - movedBy;
      const passed = (performance.now() - started) / 1000;
      const seconds = Number(headers.get('retry-after'));
      expect(status).toBe(429);
      expect(seconds).toBeGreaterThanOrEqual(Math.max(1, Math.ceil(left - passed)));
      expect(seconds).toBeLessThanOrEqual(left);
    }
  };
  await expectSeconds(0);
  await moveBack(`lead:${address}`, 400);
  await expectSeconds(400);
  await moveBack(`lead:${address}`, limits.lead.windowSeconds - 400);
  expect(tally(await atOnce(publics, 10, ask))).toEqual({ 202: limits.lead.count, 429: 10 - limits.lead.count });
});

test('an Idempotency-Key used 50 times at once, over both, has one effect and one response', async () => {
  const { session, organizationId } = await signUp();
  const sent = { body: buildFacts(), credential: session, headers: { 'idempotency-key': randomUUID() } };
  const responses = await atOnce(customers, 50, (url) => send(url, 'POST', '/v1/cases', sent));
  expect(tally(responses)).toEqual({ 201: 50 });
  expect(new Set(responses.map(({ bytes }) => bytes.toString())).size).toBe(1);
  expect(responses.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(await store.prisma.case.count({ where: { organizationId } })).toBe(1);
});

test('an Idempotency-Key used at once for two requests, one at each, does one of them', async () => {
  const { session, organizationId } = await signUp();
  for (let round = 1; round <= 10; round += 1) {
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      customers.map(({ url }, index) =>
        send(url, 'POST', '/v1/cases', {
          body: buildFacts({ freeText: `of ${index}` }),
          credential: session,
          headers,
        }),
      ),
    );
    expect(tally(responses)).toEqual({ 201: 1, 409: 1 });
    expect(await store.prisma.case.count({ where: { organizationId } })).toBe(round);
  }
});

test('a key revoked and a session ended at one stop working at the other at once', async () => {
  const { session } = await signUp();
  const [here, there] = customers;
  const statusThere = async (credential: string) =>
    (await send(there.url, 'GET', '/v1/organization', { credential })).status;
  for (let round = 0; round < 10; round += 1) {
    const { id, secret } = await newKey(session);
    expect(await statusThere(secret)).toBe(200);
    expect((await send(here.url, 'DELETE', `/v1/api-keys/${id}`, { credential: session })).status).toBe(204);
    expect(await statusThere(secret)).toBe(401);
  }
  expect(await statusThere(session)).toBe(200);
  expect((await send(here.url, 'POST', '/v1/auth/logout', { credential: session })).status).toBe(204);
  expect(await statusThere(session)).toBe(401);
});

test('an invitation is accepted once, and of two owners who remove each other one stays, over both', async () => {
  for (let round = 0; round < 5; round += 1) {
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

test('a cursor of one is read by the other', async () => {
  const { session } = await signUp();
  const create = (url: string) => send(url, 'POST', '/v1/cases', { body: buildFacts(), credential: session });
  await atOnce(customers, 2, create);
  const first = await send(customers[0].url, 'GET', '/v1/cases?limit=1', { credential: session });
  const path = `/v1/cases?limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`;
  const second = await send(customers[1].url, 'GET', path, { credential: session });
  expect([second.status, second.body.items.length, second.body.nextCursor]).toEqual([200, 1, null]);
  expect(second.body.items[0].id).not.toBe(first.body.items[0].id);
});
