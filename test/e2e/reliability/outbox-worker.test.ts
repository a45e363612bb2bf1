import { deliveriesAtOnce } from '@evict/contract';
import { listenToOutbox } from '@evict/store/outbox';
import { openTestStore, wakeOutbox } from '@evict/store/testing';
import { claimDeliveries } from '@evict/store/webhooks';
import { cloneDatabase, createReceivers } from '@evict/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service.ts';
import { recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
const webhooks = { ca: receivers.ca, deadlineMs: 10_000 };
const { stack, signUp } = await startService({ webhooks });
const { pool, prisma } = stack.store;
const polling = { timeout: 60_000, interval: 50 };

/** Creates a customer with an endpoint, and the receiver behind it. */
async function world() {
  const receiver = await receivers.start();
  onTestFinished(() => receiver.stop());
  const customer = await signUp();
  const endpoint = await register(customer, receiver.url);
  const record = (count: number, options?: { isSilent: boolean }) =>
    recordEvents(
      stack,
      customer.organizationId,
      Array.from({ length: count }, () => ({ action: 'submit' as const })),
      options,
    );
  const delivered = () => prisma.webhookDelivery.count({ where: { endpointId: endpoint.id, status: 'delivered' } });
  return { receiver, endpoint, record, delivered };
}

/** Returns the ids of the database sessions that listen for outbox rows. */
async function listeners(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows.map(({ pid }) => pid);
}

test('a worker whose listening connection is cut listens again, and sends what was recorded meanwhile', async () => {
  const { record, delivered } = await world();
  await expect.poll(listeners, polling).toHaveLength(1);
  const [pid] = await listeners();
  await pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await record(1);
  // It arrives sooner than the worker would have polled.
  await expect.poll(delivered, { timeout: 20_000, interval: 50 }).toBe(1);
  await expect.poll(listeners, polling).toEqual([expect.not.closeTo(pid ?? 0, 0)]);
  await record(1);
  await expect.poll(delivered, { timeout: 20_000, interval: 50 }).toBe(2);
});

test('rows that a dead worker had claimed are sent once by another worker after the lease ends', async () => {
  const { receiver, endpoint, record, delivered } = await world();
  await stack.delivery?.stopWorker();
  await record(8);
  // This worker claims rows and then dies.
  const leaseMs = 1500;
  const { rows } = await claimDeliveries(stack.store, {
    count: 100,
    testCount: 100,
    leaseMs,
    atOnce: deliveriesAtOnce,
    underWay: new Map(),
  });
  expect(rows).toHaveLength(5);
  await stack.delivery?.startWorker();
  await expect.poll(delivered, polling).toBe(3);
  expect(receiver.received).toHaveLength(3);
  const ended = `SELECT count(*)::int AS count FROM "WebhookDelivery" WHERE "endpointId" = $1 AND "claimedUntil" <= now()`;
  const leasesEnded = async () => (await pool.query(ended, [endpoint.id])).rows[0]?.count;
  await expect.poll(leasesEnded, polling).toBe(5);
  await wakeOutbox(stack.store, 'webhooks');
  await expect.poll(delivered, polling).toBe(8);
  expect(receiver.received).toHaveLength(8);
});

test('two workers that run at the same time send each row once', async () => {
  onTestFinished((await stack.delivery?.startAnother()) ?? expect.unreachable());
  await expect.poll(listeners, polling).toHaveLength(2);
  const worlds = [await world(), await world(), await world()];
  for (let round = 0; round < 10; round += 1) await Promise.all(worlds.map(({ record }) => record(5)));
  for (const { receiver, delivered } of worlds) {
    await expect.poll(delivered, polling).toBe(50);
    expect(receiver.received).toHaveLength(50);
  }
});

test('a lost notification delays a row at most until the next poll of the worker', async () => {
  const looking = await startService({ webhooks, lookEveryMs: 400 });
  const receiver = await receivers.start();
  onTestFinished(() => receiver.stop());
  const customer = await looking.signUp();
  await register(customer, receiver.url);
  await recordEvents(looking.stack, customer.organizationId, [{ action: 'submit' }], { isSilent: true });
  await receiver.waitFor(1);
});

test('a worker counts as listening only if notifications arrive', async () => {
  const url = await cloneDatabase();
  const store = openTestStore(url, 2);
  const looked: string[] = [];
  const hearing = listenToOutbox(store, url, () => {});
  // PostgreSQL doesn't deliver notifications from one database to another, just as none arrives behind some poolers.
  const deaf = listenToOutbox(store, await cloneDatabase(), (kind) => looked.push(kind));
  onTestFinished(async () => {
    await Promise.all([hearing.close(), deaf.close()]);
    await store.close();
  });
  await expect.poll(hearing.isListening, polling).toBe(true);
  await expect.poll(() => looked, polling).toHaveLength(3);
  expect(deaf.isListening()).toBe(false);
});
