import { connect, createServer, type Server, type Socket } from 'node:net';
import { createGauges } from '@evict/outbox-worker/gauges';
import { createGateway } from '@evict/http';
import { isDatabaseReachable } from '@evict/store/database';
import { openTestStore } from '@evict/store/testing';
import { createLogger, startOperations } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildSignup, nextAddress, send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { type Labels, metricsOf, sampleOf } from '../support/metrics.ts';
import { startService } from '../support/service.ts';

// Metrics are per process, and here everything runs in one process, so the tests check what their own requests add.

const lines: Record<string, unknown>[] = [];
const logger = createLogger('test', 'trace', { write: (line) => lines.push(JSON.parse(line)) });
const silent = createLogger('test', 'silent');
const { stack, signUp } = await startService({ logger, mail: {} });
const operations = await operationsOf({
  checks: { database: () => isDatabaseReachable(stack.store) },
  gather: () => createGauges(stack.store)(),
});
const watched = `http://127.0.0.1:${operations.port}`;
afterAll(() => operations.close());

const metricsText = () => metricsOf(watched);
const sample = async (name: string, labels?: Labels) => sampleOf(await metricsText(), name, labels);

/** Returns by how much the function increases a sample. */
async function added(work: () => Promise<unknown>, ...of: Parameters<typeof sample>): Promise<number> {
  const before = await sample(...of);
  await work();
  return (await sample(...of)) - before;
}

test('requests are counted by route pattern, method and status', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const count = 'evict_http_request_duration_seconds_count';
  const found = { route: '/v1/cases/{id}', method: 'GET', status: '200' };
  expect(await added(() => Promise.all([customer.read(id), customer.read(id)]), count, found)).toBe(2);
  const missing = () => customer.send('GET', '/v1/cases/case_00000000-0000-4000-8000-000000000000');
  expect(await added(missing, count, { ...found, status: '404' })).toBe(1);
  const stray = () => send(stack.baseUrl, 'GET', `/v1/nowhere/${id}`);
  expect(await added(stray, count, { route: 'none', status: '404' })).toBe(1);
});

test('commands, case events, idempotent replays and rate-limited requests are counted', async () => {
  const customer = await signUp();
  const seconds = 'evict_command_duration_seconds_count';
  const events = 'evict_case_events_total';
  let id = '';
  const submit = async () => {
    ({ id } = await customer.create(buildFacts()));
    await customer.submit(id);
  };
  // On a busy machine the outcome of a first attempt may be unknown, which is counted separately.
  await expect.poll(() => added(submit, seconds, { command: 'submit', result: 'ok' })).toBe(1);
  expect(await added(() => customer.advance(id), events, { action: 'approve_notice', mode: 'test' })).toBe(1);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const create = () => customer.send('POST', '/v1/cases', { body: buildFacts(), headers });
  await create();
  expect(await added(create, 'evict_idempotency_replays_total')).toBe(1);
  const address = { 'x-forwarded-for': nextAddress() };
  const signUps = () =>
    Promise.all(
      Array.from({ length: 12 }, () =>
        send(stack.baseUrl, 'POST', '/v1/auth/signup', { body: buildSignup(), headers: address }),
      ),
    );
  expect(await added(signUps, 'evict_rate_limits_hit_total', { limit: 'authentication' })).toBe(2);
  expect(await sample('evict_password_queue_length')).toBe(0);
});

test("a failed step is counted under the step's name", async () => {
  const customer = await signUp();
  const { pool } = stack.store;
  await pool.query('ALTER TABLE "Blob" RENAME TO "BlobAway"');
  onTestFinished(async () => void (await pool.query('ALTER TABLE "BlobAway" RENAME TO "Blob"')));
  const failing = () => customer.submitted(buildFacts());
  const failed = { step: 'render_documents', next: 'retry' };
  // On a busy machine the step may have been retried meanwhile.
  expect(await added(failing, 'evict_failed_steps_total', failed)).toBeGreaterThanOrEqual(1);
});

test('delivered emails are counted, and the age of each is measured', async () => {
  const delivered = { channel: 'mail', outcome: 'delivered' };
  const before = await sample('evict_deliveries_total', delivered);
  const body = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Which states?' };
  const headers = { 'x-forwarded-for': nextAddress() };
  expect((await send(stack.baseUrl, 'POST', '/v1/public/leads', { body, headers })).status).toBe(202);
  // Emails from earlier sign-ups may be delivered meanwhile.
  await expect.poll(() => sample('evict_deliveries_total', delivered)).toBeGreaterThan(before);
  const text = await metricsText();
  const ages = sampleOf(text, 'evict_delivery_age_seconds_count', { channel: 'mail' });
  expect(ages).toBe(sampleOf(text, 'evict_deliveries_total', delivered));
});

test('gauges show the number of cases by state and mode, and the number of cases with a failed step', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const { pool } = stack.store;
  const drafts = Number((await pool.query(`SELECT count(*) FROM "Case" WHERE state = 'draft'`)).rows[0].count);
  const inNobodysHands = { reason: 'failed_step', mode: 'test' };
  expect(await sample('evict_cases', { state: 'draft', mode: 'test' })).toBe(drafts);
  expect(await sample('evict_cases_attention', inNobodysHands)).toBe(0);
  await pool.query(`UPDATE "Case" SET "failedStep" = 'render_documents' WHERE id = $1`, [id]);
  expect(await sample('evict_cases_attention', inNobodysHands)).toBe(1);
});

test('gauges show the number of due emails, webhook deliveries and charges, and how long the oldest has been due', async () => {
  // Uses a separate database, because the stack's workers would deliver the email.
  const store = openTestStore(await cloneDatabase());
  const own = await operationsOf({ checks: {}, gather: () => createGauges(store)() });
  const backlog = async (name: string, channel: string) =>
    sampleOf(await metricsOf(`http://127.0.0.1:${own.port}`), `evict_delivery_backlog${name}`, { channel });
  expect(await backlog('', 'mail')).toBe(0);
  await store.pool.query(`INSERT INTO "Mail" (id, kind, recipient, payload, "dueAt")
    VALUES ('mail_late', 'lead_received', 'nobody@example.com', '{}', now() - interval '50 seconds')`);
  expect(await backlog('', 'mail')).toBe(1);
  expect(await backlog('_age_seconds', 'mail')).toBeGreaterThanOrEqual(50);
  expect(await backlog('_age_seconds', 'webhook')).toBe(0);
  await store.pool.query(`WITH o AS (INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Behind')),
      w AS (INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret)
        VALUES ('we_1', 'org_1', 'test', 'https://', ''))
    INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, "dueAt")
    VALUES ('whd_1', 'evt_1', 'we_1', 'case_1', '{}', now() - interval '50 seconds')`);
  expect(await backlog('_age_seconds', 'webhook')).toBeGreaterThanOrEqual(50);
  expect(await backlog('', 'charge')).toBe(0);
  await store.pool.query(`WITH c AS (
      INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction")
      VALUES ('case_1', 'org_1', 'live', 'withdrawn', 'holdover', 'notice', 'MD', '{}', '{}')
    ), charge AS (
      INSERT INTO "Charge" (id, "caseId", kind, description, "amountCents", currency, state, "voidedAt")
      VALUES ('chg_1', 'case_1', 'platform_fee', 'Fee', 1, 'usd', 'void', now() - interval '50 seconds'))
    INSERT INTO "Checkout" (id, "chargeId", url, "expiresAt") VALUES ('cs_1', 'chg_1', '', now() + interval '1 hour')`);
  expect(await backlog('', 'charge')).toBe(1);
  expect(await backlog('_age_seconds', 'charge')).toBeGreaterThanOrEqual(50);
  await own.close();
  await store.close();
});

test('metrics contain no ids, addresses or names', async () => {
  const customer = await signUp();
  await customer.submitted(buildFacts());
  const text = await metricsText();
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|Robin|Sandbox Holdings|127\.0\.0\.1/);
});

test("the public port doesn't serve metrics, and the metrics port doesn't serve the API", async () => {
  for (const path of ['/metrics', '/ready', '/live']) {
    expect((await send(stack.baseUrl, 'GET', path)).status).toBe(404);
    expect((await fetch(watched + path)).status).toBe(200);
    expect((await fetch(watched + path, { method: 'POST' })).status).toBe(404);
  }
  expect((await fetch(`${watched}/v1/health`)).status).toBe(404);
});

test("the request ids of a submit and an advance appear in the worker's log", async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const asking = async (requestId: string, action: string) => {
    const response = await customer.send('POST', `/v1/cases/${id}/${action}`, {
      headers: { 'x-request-id': requestId },
    });
    expect(response.status).toBe(200);
    return lines.filter((line) => line['requestId'] === requestId);
  };
  const submit = await asking('the-submit', 'submit');
  const recorded = { msg: 'decision recorded', caseId: id, state: 'notice_review', ms: expect.any(Number) };
  expect(submit).toContainEqual(expect.objectContaining({ ...recorded, actions: ['submit', 'attested'] }));
  expect(submit).toContainEqual(expect.objectContaining({ msg: 'request', route: '/v1/cases/{id}/submit' }));
  const advance = await asking('the-advance', 'advance');
  const step = { ...recorded, state: 'notice_sent', actions: ['review_recorded', 'approve_notice', 'send_notice'] };
  expect(advance).toContainEqual(expect.objectContaining(step));
});

test('the log of a read of a calendar contains neither the secret of its link nor an address', async () => {
  const { session } = await signUp();
  const { id } = await session.create(buildFacts());
  const deadlines = [{ name: 'notice_expires', date: '2026-01-02', citation: 'ZZ Stat. § 12-201' }];
  await stack.store.prisma.case.update({ where: { id }, data: { deadlines } });
  const { url } = (await session.send('POST', '/v1/me/calendar', { body: { of: 'person' } })).body;
  const { pathname, search } = new URL(url);
  lines.length = 0;
  const { bytes } = await send(stack.baseUrl, 'GET', pathname + search);
  expect(bytes.toString()).toContain('12 Sandbox Way');
  // The log also says which emails were sent meanwhile.
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ route: pathname }]);
  const log = JSON.stringify(lines);
  for (const secret of [search.split('=')[1] ?? '', 'token', 'Sandbox']) expect(log).not.toContain(secret);
});

test('readiness fails while the database is unavailable and recovers with it, and liveness is not affected', async () => {
  const database = await startDetour(new URL(await cloneDatabase()));
  const store = openTestStore(database.url);
  const gateway = createGateway({ store, logger: silent, liveMode: false, proxyHops: 0 });
  const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
  const own = await operationsOf({ checks: { database: () => isDatabaseReachable(store) } });
  const statusOf = async (page: string) => (await fetch(`http://127.0.0.1:${own.port}/${page}`)).status;
  expect(await statusOf('ready')).toBe(200);
  database.cut();
  expect(await statusOf('ready')).toBe(503);
  expect(await statusOf('live')).toBe(200);
  expect(await (await fetch(`http://127.0.0.1:${own.port}/metrics`)).text()).toContain(
    'evict_ready{check="database"} 0',
  );
  database.restore();
  expect(await statusOf('ready')).toBe(200);
  own.stopping();
  expect(await statusOf('ready')).toBe(503);
  await Promise.all([own.close(), server.close(0)]);
  await store.close();
  await database.stop();
});

function operationsOf(given: Pick<Parameters<typeof startOperations>[0], 'checks' | 'gather'>) {
  return startOperations({ metricsPort: 0, metricsHost: '127.0.0.1', logger: silent, ...given });
}

/** Starts a proxy to the database that can be cut off and restored. */
async function startDetour(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
