import { randomUUID } from 'node:crypto';
import { claimMails, nextMailDueInMs } from '@evict/store/mails';
import { inTransaction, openTestStore, recordDeliveries } from '@evict/store/testing';
import {
  countEndpointOutcome,
  deadEndpoint,
  disableDeadEndpoint,
  listDueEndpoints,
  listIdleEndpoints,
  recordAndClaim,
  restEndpoint,
  wakeEndpoint,
} from '@evict/store/webhooks';
import { cloneDatabase } from '@evict/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { planOf } from '../support/plans.ts';

const rows = 20_000;
const due = rows / 20;
const soonMs = 1000;

test('due rows are found by index among 20,000 deliveries and as many mails', async () => {
  // Filling a table takes longer than a service lets a statement run.
  const store = openTestStore(await cloneDatabase(), 1, 'maintenance');
  onTestFinished(() => store.close());
  const { pool } = store;
  await pool.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Holdings')`);
  await pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret) VALUES ('we_1', 'org_1', 'test', 'https://', '')`,
  );
  // Of each, five in a hundred are due.
  await pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, status, "dueAt")
      SELECT 'whd_' || n, 'evt_' || n, 'we_1', 'case_1', '{}', CASE WHEN n <= $2 THEN 'pending' ELSE 'delivered' END,
        CASE WHEN n <= $2 THEN now() - interval '3 hours' + n * interval '1 second' END FROM generate_series(1, $1::int) n`,
    [rows, due],
  );
  await pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "sentAt", "dueAt")
      SELECT 'mail_' || n, 'service_note', 'robin@example.com', '{}', CASE WHEN n > $2 THEN now() END,
        CASE WHEN n <= $2 THEN now() - interval '3 hours' + n * interval '1 second' END FROM generate_series(1, $1::int) n`,
    [rows, due],
  );
  await pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "notBefore", "dueAt")
      SELECT 'digest_' || n, 'case_on_hold', 'r' || n % 1000, '{}', now() + interval '1 day', now() + interval '1 day'
      FROM generate_series(1, $1::int) n`,
    [rows],
  );
  await pool.query('ANALYZE "WebhookDelivery", "Mail"');

  const sent = vi.spyOn(pool, 'query');
  const page = { count: 2, leaseMs: 60_000 };
  const mails = [...(await claimMails(store, page)), ...(await claimMails(store, page))].flat();
  expect(mails.map(({ id }) => id).sort()).toEqual(['mail_1', 'mail_2', 'mail_3', 'mail_4']);
  const claim = () => recordAndClaim(store, 'we_1', [], page);
  const deliveries = [...(await claim()).claimed, ...(await claim()).claimed];
  expect(deliveries.map(({ id }) => id).sort()).toEqual(['whd_1', 'whd_2', 'whd_3', 'whd_4']);
  expect(await listIdleEndpoints(store, { overdueMs: 5000, lostMs: 5000 })).toEqual([{ id: 'we_1', mode: 'test' }]);
  expect(await listDueEndpoints(store, ['we_0', 'we_1'])).toEqual(['we_1']);
  expect(await nextMailDueInMs(store)).toBeLessThan(-3_600_000);
  const statements = sent.mock.calls.map(([statement]) => statement as unknown as { text: string; values: unknown[] });
  expect(statements).toHaveLength(7);
  for (const statement of statements) {
    const { whole, indexes } = await planOf(store, statement, 'generic');
    const isMail = statement.text.includes('"Mail"');
    if (statement.text.includes('WITH alone'))
      expect(indexes).toEqual(expect.arrayContaining(['Mail_alone_due_idx', 'Mail_digest_due_idx']));
    else expect(indexes).toContain(isMail ? 'Mail_dueAt_id_due' : 'WebhookDelivery_endpointId_dueAt_due');
    expect(whole).not.toContain('WebhookDelivery');
    expect(whole).not.toContain('Mail');
  }
});

test('mail that is sent alone comes before digests, and the digests of several are cut to one each', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  await store.pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "notBefore", "dueAt")
      SELECT 'mail_' || n, 'case_on_hold', 'r' || n % 3, '{}'::jsonb, now(), now() - interval '1 hour' FROM generate_series(1, 1600) n
      UNION ALL SELECT 'mail_alone', 'password_reset', 'r0', '{}', NULL, now()`,
  );
  const claim = async (count: number) => {
    const units = await claimMails(store, { count, leaseMs: 60_000 });
    return units.map((unit) => `${unit[0]?.recipient} ${unit.length}`).sort();
  };
  expect(await claim(1)).toEqual(['r0 1']);
  expect(await claim(10)).toEqual(['r0 500', 'r1 500', 'r2 500']);
  expect(await claim(10)).toEqual(['r0 33', 'r1 34', 'r2 33']);
  expect(await claim(10)).toEqual([]);
});

/** A store with one endpoint, and what records an event to it. */
async function withEndpoint() {
  const databaseUrl = await cloneDatabase();
  // The second is another process.
  const [store, worker] = [openTestStore(databaseUrl, 2), openTestStore(databaseUrl, 2)];
  onTestFinished(async () => void (await Promise.all([store.close(), worker.close()])));
  await store.pool.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Holdings')`);
  await store.pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret) VALUES ('we_1', 'org_1', 'test', 'https://', '')`,
  );
  const record = (beforeCommit = async () => {}) =>
    inTransaction(store, 'createNote', 'case_1', async (transaction) => {
      const asleep = await recordDeliveries(transaction, {
        caseId: 'case_1',
        organizationId: 'org_1',
        mode: 'test',
        stateBefore: 'notice_review',
        events: [{ id: `evt_${randomUUID()}`, action: 'submit', toState: null, internal: false }],
        createdAt: new Date(),
      });
      await beforeCommit();
      return asleep;
    });
  return { store, worker, record };
}

test('an endpoint that is awake needs no call, and does not rest while a delivery to it is being recorded', async () => {
  const { store, worker, record } = await withEndpoint();
  expect(await record()).toEqual(['we_1']);
  expect(await wakeEndpoint(store, 'we_1')).toEqual({ organizationId: 'org_1', mode: 'test' });
  expect(await record()).toEqual([]);
  await store.prisma.webhookDelivery.deleteMany();

  // Its transaction has seen the endpoint awake, and has not committed yet.
  const seen = await record(async () => {
    expect(await restEndpoint(worker, 'we_1', soonMs)).toBeGreaterThan(0);
    expect(await worker.prisma.webhookEndpoint.count({ where: { awake: true } })).toBe(1);
  });
  expect(seen).toEqual([]);
  expect(await restEndpoint(worker, 'we_1', soonMs)).toBe(0);

  const dueIn = (ms: number) => store.prisma.webhookDelivery.updateMany({ data: { dueAt: new Date(Date.now() + ms) } });
  await dueIn(soonMs / 2);
  expect(await restEndpoint(store, 'we_1', soonMs)).toBeLessThanOrEqual(soonMs);
  expect(await record()).toEqual([]); // whoever rests waits for it
  await dueIn(3_600_000);
  expect(await restEndpoint(store, 'we_1', soonMs)).toBeGreaterThan(3_500_000);
  expect(await record()).toEqual(['we_1']);
});

test('a claimed delivery belongs to one claim until its lease ends, and an idle endpoint is found', async () => {
  const { store, record } = await withEndpoint();
  await record();
  const page = { count: 10, leaseMs: 60_000 };
  const claims = await Promise.all([1, 2].map(() => recordAndClaim(store, 'we_1', [], page)));
  expect(claims.flatMap(({ claimed }) => claimed)).toHaveLength(1);
  expect(await listDueEndpoints(store, ['we_1'])).toEqual([]);
  expect(await restEndpoint(store, 'we_1', soonMs)).toBeGreaterThan(50_000);
  await store.prisma.webhookDelivery.updateMany({ data: { claimedUntil: new Date(Date.now() - 1000) } });
  expect(await listDueEndpoints(store, ['we_1'])).toEqual(['we_1']);
  expect((await recordAndClaim(store, 'we_1', [], page)).claimed).toHaveLength(1);

  const idle = () => listIdleEndpoints(store, { overdueMs: 5000, lostMs: 60_000 });
  const overdueFor = (ms: number) =>
    store.prisma.webhookDelivery.updateMany({ data: { dueAt: new Date(Date.now() - ms) } });
  expect(await idle()).toEqual([]);
  await overdueFor(6000);
  expect(await idle()).toEqual([{ id: 'we_1', mode: 'test' }]);
  await wakeEndpoint(store, 'we_1');
  expect(await idle()).toEqual([]);
  await overdueFor(61_000);
  expect(await idle()).toEqual([{ id: 'we_1', mode: 'test' }]);
});

test('a due mail belongs to one claim until its lease ends', async () => {
  const { store, worker } = await withEndpoint();
  const mail = { id: 'mail_1', kind: 'service_note', recipient: 'robin@example.com', payload: {} };
  await store.prisma.mail.create({ data: mail });
  const page = { count: 10, leaseMs: 60_000 };
  const claims = await Promise.all([store, worker].map((each) => claimMails(each, page)));
  expect(claims.flat(2)).toMatchObject([{ id: 'mail_1', attempt: 1 }]);
  expect(await claimMails(worker, page)).toEqual([]);
  await store.prisma.mail.updateMany({ data: { dueAt: new Date(Date.now() - 1000) } });
  expect(await nextMailDueInMs(store)).toBeLessThan(0);
  expect(await claimMails(worker, page)).toMatchObject([[{ id: 'mail_1', attempt: 2 }]]);
});

test('one statement records what was sent and claims the next', async () => {
  const { store, record } = await withEndpoint();
  await record();
  const page = { count: 10, leaseMs: 60_000 };
  const [first] = (await recordAndClaim(store, 'we_1', [], page)).claimed;
  const deliveryId = first?.id ?? '';
  await record();
  const attempt = { deliveryId, attempt: 1, httpStatus: 500, failure: null, latencyMs: 1, next: { dueInMs: 0 } };
  const { recorded, claimed } = await recordAndClaim(store, 'we_1', [attempt], page);
  expect([...recorded]).toEqual([deliveryId]);
  expect(claimed).toEqual([expect.objectContaining({ endpointId: 'we_1', url: 'https://', attempts: 0 })]);
  expect(claimed[0]?.id).not.toBe(deliveryId);
  expect((await recordAndClaim(store, 'we_1', [], page)).claimed).toMatchObject([{ id: deliveryId, attempts: 1 }]);
});

test.each([
  { next: 'delivered', httpStatus: 200, status: 'delivered' },
  { next: { dueInMs: 60_000 }, httpStatus: 500, status: 'failed' },
  { next: 'failed', httpStatus: 500, status: 'failed' },
] as const)(
  'an attempt that ends with $httpStatus after its endpoint was disabled is in the log, and none follows',
  async ({ next, httpStatus, status }) => {
    const { store, record } = await withEndpoint();
    await record();
    const page = { count: 10, leaseMs: 60_000 };
    const [delivery] = (await recordAndClaim(store, 'we_1', [], page)).claimed;
    const { days, deliveries: failedDeliveries } = deadEndpoint;
    const failingSince = new Date(Date.now() - days * 86_400_000);
    await store.prisma.webhookEndpoint.updateMany({ data: { failingSince, failedDeliveries } });
    expect(await countEndpointOutcome(store, 'we_1', 'failed')).toBe(true);
    await disableDeadEndpoint(store, 'we_1');
    const attempt = { deliveryId: delivery?.id ?? '', attempt: 1, httpStatus, failure: null, latencyMs: 1, next };
    expect((await recordAndClaim(store, 'we_1', [attempt], page)).recorded.size).toBe(1);
    const row = await store.prisma.webhookDelivery.findFirstOrThrow({ include: { attemptLog: true } });
    expect(row).toMatchObject({ status, attempts: 1, dueAt: null, claimedUntil: null, attemptLog: [{ httpStatus }] });
  },
);
