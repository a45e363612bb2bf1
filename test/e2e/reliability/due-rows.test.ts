import { randomUUID } from 'node:crypto';
import { listDueMails } from '@evict/store/mails';
import { inTransaction, openTestStore, recordDeliveries, type TestStore } from '@evict/store/testing';
import { listStartableDeliveries, maxStartedAtOnce, postponeAttempt, recordAttempt } from '@evict/store/webhooks';
import { cloneDatabase, startStack } from '@evict/testkit';
import { Client, Connection } from '@temporalio/client';
import { expect, inject, onTestFinished, test } from 'vitest';

const rows = 100_000;

test('due rows are found by index among 100,000 deliveries and 100,000 mails', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  const { pool } = store;
  await pool.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Holdings')`);
  await pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret) VALUES ('we_1', 'org_1', 'test', 'https://', '')`,
  );
  // Of each, five in a hundred are due.
  await pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, status, "dueAt")
      SELECT 'whd_' || n, 'evt_' || n, 'we_1', 'case_1', '{}', CASE WHEN n <= 5000 THEN 'pending' ELSE 'delivered' END,
        CASE WHEN n <= 5000 THEN now() - interval '3 hours' + n * interval '1 second' END FROM generate_series(1, $1::int) n`,
    [rows],
  );
  await pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "sentAt", "dueAt")
      SELECT 'mail_' || n, 'service_note', 'robin@example.com', '{}', CASE WHEN n > 5000 THEN now() END,
        CASE WHEN n <= 5000 THEN now() - interval '3 hours' + n * interval '1 second' END FROM generate_series(1, $1::int) n`,
    [rows],
  );
  await pool.query('ANALYZE "WebhookDelivery", "Mail"');

  // The statement itself, as it was prepared on the one connection.
  const page = { overdueMs: 0, after: null, count: 2 };
  const firstMails = await listDueMails(store, page);
  const secondMails = await listDueMails(store, { ...page, after: firstMails.at(-1) ?? null });
  expect([...firstMails, ...secondMails].map(({ id }) => id)).toEqual(['mail_1', 'mail_2', 'mail_3', 'mail_4']);
  const deliveries = await listStartableDeliveries(store, { ...page, mode: 'test', count: 4 });
  expect(deliveries.map(({ id }) => id)).toEqual(['whd_1', 'whd_2', 'whd_3', 'whd_4']);
  for (const [statement, index] of [
    [`"webhooks-startable" (0, '', 'test', 4)`, 'WebhookDelivery_endpointId_dueAt_due'],
    [`"mails-due" (0, '-infinity', '', 2)`, 'Mail_dueAt_id_due'],
  ] as const) {
    const plan = await pool.query(`EXPLAIN EXECUTE ${statement}`);
    const text = plan.rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(new RegExp(`Index (Only )?Scan using "${index}"`, 'u'));
    expect(text).not.toContain('Seq Scan on "WebhookDelivery"');
    expect(text).not.toContain('Seq Scan on "Mail"');
  }
});

/** An organization with so many endpoints in test mode, and for each so many deliveries that fell due a minute ago. */
async function withDeliveries({ pool }: TestStore, organizationId: string, endpoints: number, deliveries: number) {
  await pool.query(`INSERT INTO "Organization" (id, name) VALUES ($1, 'Holdings')`, [organizationId]);
  await pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret)
      SELECT 'we_' || $1 || '_' || n, $1, 'test', 'https://', '' FROM generate_series(1, $2::int) n`,
    [organizationId, endpoints],
  );
  await pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, "dueAt", "createdAt")
      SELECT 'whd_' || e.id || '_' || n, 'evt_' || n, e.id, 'case_1', '{}', at, at
      FROM "WebhookEndpoint" e, generate_series(1, $2::int) n, (SELECT now() - interval '1 minute' AS at) past
      WHERE "organizationId" = $1`,
    [organizationId, deliveries],
  );
}

test('an organization has 200 deliveries to be started, its endpoints share them, and another is listed beside it', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  await withDeliveries(store, 'org_20', 20, 11);
  await withDeliveries(store, 'org_1', 1, maxStartedAtOnce + 1);
  await withDeliveries(store, 'org_few', 1, maxStartedAtOnce);
  const page = { mode: 'test', overdueMs: 10_000, after: null, count: 5000 } as const;
  const listed = async () => {
    const found = await listStartableDeliveries(store, page);
    return (organizationId: string) => found.filter((delivery) => delivery.organizationId === organizationId);
  };
  const of = await listed();
  expect(of('org_20')).toHaveLength(maxStartedAtOnce);
  expect(of('org_20').filter(({ endpointId }) => endpointId === 'we_org_20_1')).toHaveLength(10);
  expect(of('org_1')).toHaveLength(maxStartedAtOnce);
  expect(of('org_few')).toHaveLength(maxStartedAtOnce);

  // The next page continues with another endpoint, wherever the first one ended.
  const first = await listStartableDeliveries(store, { ...page, count: 3 });
  const [next] = await listStartableDeliveries(store, { ...page, after: first.at(-1) ?? null, count: 1 });
  expect(next?.endpointId).not.toBe(first[0]?.endpointId);

  // A postponed delivery starts at its time and not before, and the rest of its endpoint after its attempt.
  const [postponed] = of('org_1');
  const id = postponed?.id ?? '';
  const idsOf = async (organizationId: string) => (await listed())(organizationId).map((delivery) => delivery.id);
  await postponeAttempt(store, id, 3_600_000);
  expect(await idsOf('org_1')).toEqual([]);
  await postponeAttempt(store, id, -1);
  expect(await idsOf('org_1')).toEqual([id]);
  const next5s = { dueInMs: 5000 };
  await recordAttempt(store, id, { attempt: 1, httpStatus: 503, failure: null, latencyMs: 1, next: next5s });
  expect(await idsOf('org_1')).toHaveLength(maxStartedAtOnce);
});

test('an event is started at once if its endpoint has room, and otherwise by the sweep', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  const record = (organizationId: string) =>
    inTransaction(store, 'recordEvents', 'case_1', (transaction) =>
      recordDeliveries(transaction, {
        caseId: 'case_1',
        organizationId,
        mode: 'test',
        stateBefore: 'notice_review',
        events: [{ id: `evt_${randomUUID()}`, action: 'submit', toState: null, internal: false }],
        createdAt: new Date(),
      }),
    );
  await withDeliveries(store, 'org_room', 1, maxStartedAtOnce - 1);
  expect(await record('org_room')).toHaveLength(1);
  expect(await record('org_room')).toEqual([]);
  await withDeliveries(store, 'org_20', 20, 9);
  expect(await record('org_20')).toHaveLength(20);
  expect(await record('org_20')).toEqual([]);
  // All are recorded, whoever starts them; deliveries that wait for a retry take no room.
  const untried = { endpoint: { organizationId: 'org_room' }, attempts: 0 };
  expect(await store.prisma.webhookDelivery.count({ where: untried })).toBe(maxStartedAtOnce + 1);
  await store.prisma.webhookDelivery.updateMany({ where: untried, data: { attempts: 1 } });
  expect(await record('org_room')).toHaveLength(1);
});

test('a mail that was tried is sent though Temporal has lost what it knew of it', async () => {
  const retryDelaysMs = [1000, 3_600_000, 3_600_000, 3_600_000];
  const databaseUrl = await cloneDatabase();
  const first = await startStack({ databaseUrl, mail: { retryDelaysMs } });
  await first.delivery?.mailbox.stop();
  const id = `mail_${randomUUID()}`;
  const lead = { id: `lead_${randomUUID()}`, kind: 'contact', name: 'Robin', email: 'robin@example.com', states: [] };
  await first.store.prisma.lead.create({ data: lead });
  const mail = { id, kind: 'lead_received', recipient: 'operators@example.com', payload: { leadId: lead.id } };
  await first.store.prisma.mail.create({ data: mail });
  await first.deliveries.startMail(id);
  const rowOf = (store: typeof first.store) => store.prisma.mail.findUniqueOrThrow({ where: { id } });
  await expect
    .poll(() => rowOf(first.store), { timeout: 60_000 })
    .toMatchObject({ attempts: 1, failure: 'unreachable' });
  // Its worker has died, and Temporal has lost its data.
  await first.stop();
  const { temporalAddress: address, temporalNamespace: namespace } = inject('servers');
  const connection = await Connection.connect({ address });
  await new Client({ connection, namespace }).activity.getHandle(id).terminate('lost');
  await connection.close();

  const second = await startStack({
    databaseUrl,
    mail: { retryDelaysMs, sweepTimes: { everyMs: 50, olderThanMs: 0 } },
  });
  onTestFinished(() => second.stop());
  await second.delivery?.mailbox.waitForMails('operators@example.com');
  await expect.poll(() => rowOf(second.store), { timeout: 60_000 }).toMatchObject({ attempts: 2, dueAt: null });
});
