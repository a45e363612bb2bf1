import { type Route, routes } from '@evict/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleBody } from '../support/paths.ts';
import { type ApiResponse, nextAddress } from '../support/api.ts';
import { exactly } from '../support/exact-request.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { hostileBody, hostileId, hostileQuery, queryNames } from '../support/hostile-input.ts';
import { liveWorld } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { invite, join } from '../support/members.ts';
import { startService } from '../support/service.ts';
import { register } from '../support/webhooks.ts';

const service = await startService({ liveMode: true });
const { store, baseUrl } = service.stack;
const tables = await countedTables();
const { attorney: newAttorney, inReview } = liveWorld(service);
const attorney = await newAttorney();
const attorneySession = await attorney.signIn();
const stranger = await newVictim();
let victim = await newVictim();
let requests = 0;

/**
 * Random requests per operation. Run more of them before a release: `SEED=random RUNS=300 npm test --
 * test/e2e/http/fuzz.test.ts`.
 */
const runsOfRoute = Number(process.env['RUNS'] ?? 3);
/** After this many requests a new organization takes over, because rate limits are never switched off. */
const requestsOfVictim = 100;

/** Creates a customer with at least one of everything. */
async function newVictim() {
  const customer = await service.signUp();
  const { id: draft } = await customer.create(buildFacts());
  const { id: document } = await customer.upload(draft, { bytes: pdf('Lease') });
  const { id: submitted } = await customer.submitted(buildFacts());
  const { id: live } = await inLiveMode(service, customer).create(marylandFacts());
  const { body: keys } = await customer.send('GET', '/v1/api-keys');
  const owner = (await customer.session.send('GET', '/v1/me')).body.user.id as string;
  const { id: member } = await join(service, customer.session, 'member');
  const invited = await invite(customer.session, 'owner');
  const none = { assigned: '', summary: '' };
  const users = { owner, member, invited };
  const { id: endpoint } = await register(customer, 'https://8.8.8.8/');
  const delivery = `whd_${crypto.randomUUID()}`;
  await store.prisma.webhookDelivery.create({
    data: { id: delivery, endpointId: endpoint, eventId: 'evt', caseId: draft, body: '{"type": "case.submit"}' },
  });
  const key = keys.items[0].id as string;
  const session = (await customer.session.send('GET', '/v1/me/sessions')).body.items[0].id as string;
  const ids = { ...none, ...users, draft, document, submitted, live, endpoint, delivery, key, session };
  return { customer, ids };
}

/** Creates a customer for testing a route, and for attorney routes also a case that waits for review. */
async function newVictimOf({ gateway }: Route): Promise<Awaited<ReturnType<typeof newVictim>>> {
  const made = await newVictim();
  if (gateway !== 'attorney') return made;
  // Earlier requests may have changed this setting, but the attorney has to accept the next case at once.
  const asked = await attorney.send('PATCH', routes.updateAttorney.path, { body: { asksFirst: false } });
  expect(asked.status).toBe(200);
  const { id: assigned, customer } = await inReview();
  const [summary] = (await customer.read(assigned)).documents;
  return { ...made, ids: { ...made.ids, assigned, summary: summary?.id ?? '' } };
}

type Known = Readonly<Record<string, readonly string[]>>;

/**
 * Placeholders for the ids that each kind of path parameter can have. Ids take their places just before a request,
 * because they change while the test runs.
 */
const known: Known = {
  case: ['@draft', '@submitted', '@live', '@strange'],
  document: ['@document', '@draft'],
  apiKey: ['@key'],
  user: ['@owner', '@member', '@invited'],
  webhookEndpoint: ['@endpoint'],
  webhookDelivery: ['@delivery'],
  session: ['@session'],
};
const knownToAttorneys: Known = {
  case: ['@assigned', '@assigned', '@live', '@strange'],
  document: ['@summary', '@summary', '@document'],
};

const customers = ['key', 'key', 'session', 'session', 'live session', 'live session', 'attorney'];
const attorneys = ['attorney', 'attorney', 'attorney session', 'attorney session', 'key', 'live session'];

const inputOf = (route: Route) =>
  fc.record({
    who: fc.constantFrom(...(route.gateway === 'attorney' ? attorneys : customers), 'nobody'),
    body: route.method === 'GET' ? fc.constant(undefined) : bodyOf(route),
    ids: fc.tuple(...Object.values(route.params ?? {}).map((kind) => hostileId(knownTo(route)[kind] ?? ['@draft']))),
    query: fc.oneof({ arbitrary: fc.constant(''), weight: 2 }, hostileQuery(queryNames(route))),
    key: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      fc.constantFrom('one', 'two', '', 'k'.repeat(256), '\u00ff'),
    ),
  });
type Input = ReturnType<typeof inputOf> extends fc.Arbitrary<infer T> ? T : never;

function knownTo({ gateway }: Route): Known {
  return gateway === 'attorney' ? knownToAttorneys : known;
}

function bodyOf(route: Route): fc.Arbitrary<string | undefined> {
  const body = hostileBody(exampleBody(route));
  return route.body ? body : fc.oneof(body, fc.constantFrom(undefined, '{}'));
}

const { seed = Date.now() } = fc.readConfigureGlobal();

test.each(Object.entries<Route>(routes).map(([name, route], index) => [name, route, seed + index] as const))(
  '%s responds to any input as specified, and a refused request leaves no row',
  async (_name, route, seedOfRoute) => {
    // An earlier request may have replaced the victim with one that has no case under review.
    if (route.gateway === 'attorney' && victim.ids.assigned === '') victim = await newVictimOf(route);
    const property = fc.asyncProperty(inputOf(route), (input) => hold(route, input));
    await fc.assert(property, { seed: seedOfRoute, numRuns: runsOfRoute, endOnFailure: true });
    expect(Object.keys(Object.prototype), 'no property was added to every object').toEqual([]);
  },
);

async function hold(route: Route, input: Input): Promise<void> {
  requests += 1;
  if (requests % requestsOfVictim === 0) victim = await newVictimOf(route);
  const path = pathOf(route, input);
  const before = await rowCounts();
  const response = await exactly(baseUrl, {
    method: route.method,
    path,
    headers: headersOf(input),
    ...(input.body !== undefined && { raw: input.body }),
  });
  expectClear(route.method, path, response);
  if (response.status >= 400) expect(await rowCounts(), `${route.method} ${path} ${response.status}`).toEqual(before);
  else if (isSpent(route)) victim = await newVictimOf(route);
  // An accepted import is still being processed after its response.
  if (response.status === 202) {
    await expect.poll(() => store.prisma.caseImport.count({ where: { status: 'running' } })).toBe(0);
  }
}

/** Returns whether the next request needs a new customer after a successful request to this route. */
function isSpent({ tag, path, method }: Route): boolean {
  if (tag === 'Attorneys') return method === 'POST';
  return tag === 'Case actions' || path === '/v1/auth/logout' || method === 'DELETE';
}

function pathOf({ path }: Route, { ids, query }: Input): string {
  const real: Record<string, string> = { ...victim.ids, strange: stranger.ids.draft };
  const written = ids.map((id) => id.replace(/^@([a-z]+)/, (_match, name: string) => real[name] ?? ''));
  return path.replace(/\{\w+\}/g, () => written.shift() ?? '') + query;
}

function headersOf({ who, key }: Input): Record<string, string> {
  const { credential, session } = victim.customer;
  const credentials: Record<string, string> = {
    key: credential,
    attorney: attorney.credential,
    'attorney session': attorneySession,
  };
  return {
    'x-forwarded-for': nextAddress(),
    ...(who !== 'nobody' && { authorization: `Bearer ${credentials[who] ?? session.credential}` }),
    ...(who === 'live session' && { 'x-service-mode': 'live' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
}

/** Checks that the response is in the API specification or `busy`, and that an error has the standard shape. */
function expectClear(method: string, path: string, response: ApiResponse): void {
  const { status, headers, body } = response;
  if (status === 503) {
    expect([body.error.code, headers.get('retry-after')]).toEqual(['busy', '5']);
    return;
  }
  service.check(method, path, response);
  if (status < 400) return;
  expect(body).toEqual({
    error: { code: expect.any(String), message: expect.any(String), details: body.error.details },
  });
  expect(body.error).toHaveProperty('details');
  if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Returns all tables except those in which refused requests may leave rows, and the list of migrations. */
async function countedTables(): Promise<string[]> {
  const { rows } = await store.pool.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('AuditEvent', 'IdempotencyKey', 'RateLimit', '_prisma_migrations')`,
  );
  return rows.map(({ tablename }) => tablename);
}

async function rowCounts(): Promise<unknown> {
  const counts = tables.map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`);
  return (await store.pool.query(`SELECT ${counts.join(', ')}`)).rows[0];
}
