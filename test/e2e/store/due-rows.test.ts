import { randomUUID } from 'node:crypto';
import { deliveriesAtOnce } from '@evict/contract';
import { claimMails } from '@evict/store/mails';
import { openTestStore, recordDeliveries } from '@evict/store/testing';
import {
  claimDeliveries,
  countEndpointOutcomes,
  deadEndpoint,
  createWebhookEndpoint,
  disableDeadEndpoint,
  failDeliveriesOfDisabled,
  recordAttempts,
} from '@evict/store/webhooks';
import { cloneDatabase } from '@evict/testkit';
import { expect, onTestFinished, test } from 'vitest';

const page = {
  count: 1000,
  leaseMs: 60_000,
  atOnce: deliveriesAtOnce,
  underWay: new Map<string, number>(),
  testCount: 1000,
};

test('the rows that have been due longest are claimed first', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  const { pool } = store;
  await pool.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Holdings')`);
  await pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret) VALUES ('we_1', 'org_1', 'test', 'https://', '')`,
  );
  await pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, "dueAt")
      SELECT 'whd_' || n, 'evt_' || n, 'we_1', 'case_1', '{}', now() - interval '1 hour' + n * interval '1 second'
      FROM generate_series(1, 9) n`,
  );
  await pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "dueAt")
      SELECT 'mail_' || n, 'service_note', 'robin@example.com', '{}', now() - interval '1 hour' + n * interval '1 second'
      FROM generate_series(1, 9) n`,
  );
  for (const expected of [
    [1, 2],
    [3, 4],
  ]) {
    const mails = (await claimMails(store, { ...page, count: 2 })).rows.flat();
    expect(mails.map(({ id }) => id).toSorted()).toEqual(expected.map((n) => `mail_${n}`));
    // An endpoint may have a twentieth of the slots, but at least one.
    const deliveries = (await claimDeliveries(store, { ...page, count: 40 })).rows;
    expect(deliveries.map(({ id }) => id).toSorted()).toEqual(expected.map((n) => `whd_${n}`));
  }
});

test('single emails are claimed before digests, and a claim has at most one digest per recipient', async () => {
  const store = openTestStore(await cloneDatabase(), 1);
  onTestFinished(() => store.close());
  await store.pool.query(
    `INSERT INTO "Mail" (id, kind, recipient, payload, "notBefore", "dueAt")
      SELECT 'mail_' || n, 'case_on_hold', 'r' || n % 3, '{}'::jsonb, now(), now() - interval '1 hour' FROM generate_series(1, 1600) n
      UNION ALL SELECT 'mail_alone', 'password_reset', 'r0', '{}', NULL, now()`,
  );
  const claim = async (count: number) => {
    const { rows: units } = await claimMails(store, { count, leaseMs: 60_000 });
    return units.map((unit) => `${unit[0]?.recipient} ${unit.length}`).sort();
  };
  expect(await claim(1)).toEqual(['r0 1']);
  expect(await claim(10)).toEqual(['r0 500', 'r1 500', 'r2 500']);
  expect(await claim(10)).toEqual(['r0 33', 'r1 34', 'r2 33']);
  expect(await claim(10)).toEqual([]);
});

/** Opens a store with endpoints of one organization. Also returns a function that records events for each of them. */
async function withEndpoints(count = 1) {
  const databaseUrl = await cloneDatabase();
  // The second store represents another process.
  const [store, worker] = [openTestStore(databaseUrl, 2), openTestStore(databaseUrl, 2)];
  onTestFinished(async () => void (await Promise.all([store.close(), worker.close()])));
  await store.pool.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Holdings')`);
  await store.pool.query(
    `INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret)
      SELECT 'we_' || n, 'org_1', 'test', 'https://', '' FROM generate_series(1, $1::int) n`,
    [count],
  );
  const record = (events = 1) =>
    recordDeliveries(store.prisma, {
      caseId: 'case_1',
      organizationId: 'org_1',
      mode: 'test',
      stateBefore: 'notice_review',
      events: Array.from({ length: events }, () => ({
        id: `evt_${randomUUID()}`,
        action: 'submit' as const,
        toState: null,
        internal: false,
      })),
      createdAt: new Date(),
    });
  return { store, worker, record };
}

test('a delivery belongs to only one claim until the lease ends', async () => {
  const { store, worker, record } = await withEndpoints();
  await record();
  const claims = await Promise.all([store, worker].map((each) => claimDeliveries(each, page)));
  expect(claims.flatMap(({ rows }) => rows)).toHaveLength(1);
  expect((await claimDeliveries(store, page)).rows).toEqual([]);
  await store.prisma.webhookDelivery.updateMany({ data: { claimedUntil: new Date(Date.now() - 1000) } });
  expect((await claimDeliveries(worker, page)).rows).toMatchObject([{ endpointId: 'we_1', attempts: 0 }]);
});

test('a claim says when the next row becomes due, ignoring rows that are already due', async () => {
  const { store, record } = await withEndpoints(2);
  expect((await claimDeliveries(store, page)).nextInMs).toBeNull();
  await record(3);
  const [first, second] = await store.prisma.webhookDelivery.findMany({ take: 2 });
  const dueIn = (id = '', ms: number) =>
    store.prisma.webhookDelivery.update({ where: { id }, data: { dueAt: new Date(Date.now() + ms) } });
  await dueIn(first?.id, 3_600_000);
  await dueIn(second?.id, 60_000);
  const { rows, nextInMs } = await claimDeliveries(store, page);
  expect(rows).toHaveLength(4);
  expect(nextInMs).toBeGreaterThan(50_000);
  expect(nextInMs).toBeLessThanOrEqual(60_000);
});

test.each([
  { endpoints: 1, each: deliveriesAtOnce.endpoint },
  { endpoints: 4, each: deliveriesAtOnce.endpoint },
  { endpoints: 8, each: 5 },
  { endpoints: 20, each: 2 },
])('if an organization has $endpoints endpoint(s), each gets $each attempts at a time', async ({ endpoints, each }) => {
  const { store, record } = await withEndpoints(endpoints);
  await record(15);
  const claim = async (underWay = new Map<string, number>()) => {
    const { rows } = await claimDeliveries(store, { ...page, underWay });
    const counts = new Map<string, number>();
    for (const { endpointId } of rows) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    return counts;
  };
  const underWay = await claim();
  expect(underWay.size).toBe(endpoints);
  expect([...underWay.values()]).toEqual([...underWay.values()].map(() => each));
  expect(endpoints * each).toBeLessThanOrEqual(deliveriesAtOnce.organization);
  expect([...(await claim(underWay))]).toEqual([]);
  // One attempt at this endpoint ends.
  underWay.set('we_1', each - 1);
  expect([...(await claim(underWay))]).toEqual([['we_1', 1]]);
});

test('if a worker has few slots left, each endpoint gets fewer of them, but at least one', async () => {
  const { store, record } = await withEndpoints(3);
  await record(5);
  const underWay = new Map([
    ['we_1', 4],
    ['we_2', 1],
    ['we_3', 7],
  ]);
  const claim = async (count: number) =>
    (await claimDeliveries(store, { ...page, count, underWay })).rows.map(({ endpointId }) => endpointId);
  expect(await claim(60)).toEqual(['we_2', 'we_2']);
  underWay.delete('we_1');
  expect(await claim(1)).toEqual(['we_1']);
});

test('if there are few slots, live deliveries are claimed first, and test endpoints take turns in random order', async () => {
  const { store, record } = await withEndpoints(40);
  await record(10);
  await store.pool.query(
    `WITH live AS (
        INSERT INTO "WebhookEndpoint" (id, "organizationId", mode, url, secret)
        VALUES ('we_z', 'org_1', 'live', 'https://', '') RETURNING id
      )
      INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body)
      SELECT 'whd_live', 'evt_live', id, 'case_1', '{}' FROM live`,
  );
  const claim = async () => {
    const { rows } = await claimDeliveries(store, { ...page, count: 3 });
    return rows.map(({ endpointId }) => endpointId);
  };
  const first = await claim();
  expect([first.length, first.includes('we_z')]).toEqual([3, true]);
  const served = new Set<string>();
  for (let round = 0; round < 10; round += 1) for (const id of await claim()) served.add(id);
  // If endpoints were served in the order of their ids, three would take every slot until their deliveries were done.
  expect(served.size).toBeGreaterThan(8);
});

test('live endpoints keep their slots, however many test deliveries are due', async () => {
  const { store, record } = await withEndpoints(20);
  await record(5);
  await store.prisma.webhookEndpoint.updateMany({ where: { id: 'we_20' }, data: { mode: 'live' } });
  const { rows } = await claimDeliveries(store, page);
  const ofLive = rows.filter(({ endpointId }) => endpointId === 'we_20');
  expect([ofLive.length, rows.length - ofLive.length]).toEqual([5, 19 * 2]);
});

test('deliveries in test mode never take more than their own slots, even if others are free', async () => {
  const { store, record } = await withEndpoints(20);
  await record(5);
  const claim = async (testCount: number) => (await claimDeliveries(store, { ...page, testCount })).rows;
  expect(await claim(0)).toEqual([]);
  expect((await claim(7)).map(({ isLive }) => isLive)).toEqual(Array.from({ length: 7 }, () => false));
  await store.prisma.webhookEndpoint.updateMany({ where: { id: 'we_20' }, data: { mode: 'live' } });
  const [first, ...others] = await claim(0);
  expect([first, ...others].every((one) => one?.endpointId === 'we_20' && one.isLive)).toBe(true);
});

test("recording a delivery attempt to an endpoint that is being deleted waits for the deletion, and doesn't lock the delivery", async () => {
  const { store, worker, record } = await withEndpoints();
  await record();
  const [delivery] = (await claimDeliveries(store, page)).rows;
  const attempt = { deliveryId: delivery?.id ?? '', attempt: 1, httpStatus: 200, failure: null, latencyMs: 1 } as const;
  const deleting = await store.pool.connect();
  await deleting.query('BEGIN');
  await deleting.query(`SELECT FROM "WebhookEndpoint" WHERE id = 'we_1' FOR UPDATE`);
  const recorded = recordAttempts(worker, [{ ...attempt, next: 'delivered' }]);
  const waiting = async () => {
    const { rows } = await store.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  expect((await deleting.query('SELECT id FROM "WebhookDelivery" FOR UPDATE NOWAIT')).rows).toHaveLength(1);
  await deleting.query(`DELETE FROM "WebhookEndpoint" WHERE id = 'we_1'`);
  await deleting.query('COMMIT');
  deleting.release();
  expect((await recorded).size).toBe(0);
});

test('no delivery is claimed for a disabled endpoint', async () => {
  const { store, record } = await withEndpoints();
  await record();
  await store.prisma.webhookEndpoint.updateMany({ data: { disabledAt: new Date() } });
  expect((await claimDeliveries(store, page)).rows).toEqual([]);
});

test('a due email belongs to only one claim until the lease ends', async () => {
  const { store, worker } = await withEndpoints();
  const mail = { id: 'mail_1', kind: 'service_note', recipient: 'robin@example.com', payload: {} };
  await store.prisma.mail.create({ data: mail });
  const claims = await Promise.all([store, worker].map((each) => claimMails(each, page)));
  expect(claims.flatMap(({ rows }) => rows.flat())).toMatchObject([{ id: 'mail_1', attempt: 1 }]);
  const { rows, nextInMs } = await claimMails(worker, page);
  expect(rows).toEqual([]);
  // The row is due again when its lease ends.
  expect(nextInMs).toBeGreaterThan(50_000);
  await store.prisma.mail.updateMany({ data: { dueAt: new Date(Date.now() - 1000) } });
  expect((await claimMails(worker, page)).rows).toMatchObject([[{ id: 'mail_1', attempt: 2 }]]);
});

test('a failed attempt is counted, and the delivery is due again after its delay', async () => {
  const { store, record } = await withEndpoints();
  await record();
  const [claimed] = (await claimDeliveries(store, page)).rows;
  const deliveryId = claimed?.id ?? '';
  const attempt = { deliveryId, attempt: 1, httpStatus: 500, failure: null, latencyMs: 1 };
  expect([...(await recordAttempts(store, [{ ...attempt, next: { dueInMs: 60_000 } }]))]).toEqual([deliveryId]);
  const { rows, nextInMs } = await claimDeliveries(store, page);
  expect([rows, nextInMs]).toEqual([[], expect.closeTo(60_000, -4)]);
  await store.prisma.webhookDelivery.updateMany({ data: { dueAt: new Date(Date.now() - 1000) } });
  expect((await claimDeliveries(store, page)).rows).toMatchObject([{ id: deliveryId, attempts: 1 }]);
});

test.each([
  { next: 'delivered', httpStatus: 200, status: 'delivered' },
  { next: { dueInMs: 60_000 }, httpStatus: 500, status: 'failed' },
  { next: 'failed', httpStatus: 500, status: 'failed' },
] as const)(
  'an attempt that ends with $httpStatus ($next) after its endpoint was disabled is logged, and no other attempt follows',
  async ({ next, httpStatus, status }) => {
    const { store, record } = await withEndpoints();
    await record();
    const [delivery] = (await claimDeliveries(store, page)).rows;
    const { days, deliveries: failedDeliveries } = deadEndpoint;
    const failingSince = new Date(Date.now() - days * 86_400_000);
    await store.prisma.webhookEndpoint.updateMany({ data: { failingSince, failedDeliveries } });
    expect(await countEndpointOutcomes(store, [{ endpointId: 'we_1', isDelivered: false, givenUp: 0 }])).toEqual([
      'we_1',
    ]);
    await disableDeadEndpoint(store, 'we_1');
    expect(await failDeliveriesOfDisabled(store)).toBe(1);
    const attempt = { deliveryId: delivery?.id ?? '', attempt: 1, httpStatus, failure: null, latencyMs: 1, next };
    expect((await recordAttempts(store, [attempt])).size).toBe(1);
    const row = await store.prisma.webhookDelivery.findFirstOrThrow({ include: { attemptLog: true } });
    expect(row).toMatchObject({ status, attempts: 1, dueAt: null, claimedUntil: null, attemptLog: [{ httpStatus }] });
  },
);

test("a disabled endpoint's pending deliveries fail in batches, or all at once when it is enabled again", async () => {
  const { store, worker, record } = await withEndpoints(2);
  await store.pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, "dueAt")
      SELECT 'whd_' || n, 'evt_' || n, 'we_1', 'case_1', '{}', now() FROM generate_series(1, 4500) n`,
  );
  await record();
  const disable = () =>
    store.prisma.webhookEndpoint.updateMany({ where: { id: 'we_1' }, data: { disabledAt: new Date() } });
  const pending = (endpointId: string) =>
    store.prisma.webhookDelivery.count({ where: { endpointId, status: 'pending', dueAt: { not: null } } });
  await disable();
  const failed: number[] = [];
  while (failed.at(-1) !== 0) failed.push(await failDeliveriesOfDisabled(worker));
  expect(failed).toEqual([2000, 2000, 501, 0]);
  expect([await pending('we_1'), await pending('we_2')]).toEqual([0, 1]);

  await store.prisma.webhookEndpoint.updateMany({ data: { disabledAt: null } });
  await record();
  expect(await pending('we_1')).toBe(1);
  await disable();
  const again = { id: 'we_3', url: 'https://', seal: () => Buffer.from(''), max: 20 };
  const enabled = await createWebhookEndpoint(store, { organizationId: 'org_1', mode: 'test' }, again);
  expect([enabled?.id, await pending('we_1')]).toEqual(['we_1', 0]);
});

test('if several delivery outcomes of an endpoint are counted at once, a success resets its failures, and otherwise each abandoned delivery counts', async () => {
  const { store } = await withEndpoints(2);
  await store.prisma.webhookEndpoint.updateMany({ data: { failedDeliveries: 3, failingSince: new Date() } });
  const dead = await countEndpointOutcomes(store, [
    { endpointId: 'we_1', isDelivered: true, givenUp: 2 },
    { endpointId: 'we_2', isDelivered: false, givenUp: 2 },
    { endpointId: 'we_deleted', isDelivered: false, givenUp: 2 },
  ]);
  expect(dead).toEqual([]);
  const counted = await store.prisma.webhookEndpoint.findMany({ orderBy: { id: 'asc' } });
  expect(counted).toMatchObject([
    { failedDeliveries: 0, failingSince: null },
    { failedDeliveries: 5, failingSince: expect.any(Date) },
  ]);
});
