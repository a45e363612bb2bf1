import { deleteOldRows, newId, openStore, takePlace } from '@evict/store';
import { cloneDatabase, startStack } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const store = openStore(await cloneDatabase());
afterAll(() => store.close());

const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms);

test('a window goes a day after its last hit; one without hits says nothing', async () => {
  const { prisma } = store;
  await prisma.rateLimit.createMany({
    data: [
      { key: 'old', hits: [ago(3 * day), ago(25 * hour)] },
      { key: 'cleared', hits: [] },
      { key: 'in use', hits: [ago(25 * hour), ago(23 * hour)] },
    ],
  });
  expect(await deleteOldRows(store, 'RateLimit', 100)).toBe(2);
  expect(await prisma.rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'in use' }]);
  expect(await takePlace(store, 'old', { count: 1, windowSeconds: 60 })).toEqual({ admitted: true });
});

test('a link goes once it is used, or a day old', async () => {
  const userId = newId('user');
  await store.prisma.user.create({ data: { id: userId, email: 'a@b.co', emailKey: 'a@b.co', role: 'owner' } });
  const link = (id: string, createdAt: Date, usedAt: Date | null = null) =>
    store.prisma.passwordReset.create({ data: { id, hash: Buffer.from(id), userId, createdAt, usedAt } });
  await Promise.all([link('used', ago(0), ago(0)), link('old', ago(25 * hour)), link('open', ago(23 * hour))]);
  expect(await deleteOldRows(store, 'PasswordReset', 100)).toBe(2);
  expect(await store.prisma.passwordReset.findMany({ select: { id: true } })).toEqual([{ id: 'open' }]);
});

test('a sent mail goes after 30 days, one that was given up after 90; what was never tried is still to be sent', async () => {
  await store.prisma.mail.createMany({
    data: [
      mail('sent long ago', { sentAt: ago(31 * day), createdAt: ago(31 * day), attempts: 1 }),
      mail('sent', { sentAt: ago(29 * day), createdAt: ago(200 * day), attempts: 1 }),
      mail('given up long ago', { createdAt: ago(91 * day), attempts: 5, failure: 'refused_address' }),
      mail('given up', { createdAt: ago(89 * day), attempts: 5, failure: 'refused_address' }),
      mail('never tried', { createdAt: ago(200 * day) }),
    ],
  });
  expect(await deleteOldRows(store, 'Mail', 100)).toBe(2);
  const left = await store.prisma.mail.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['given up', 'never tried', 'sent']);
});

test('of the log of webhooks goes what is over for 90 days; what is still to be tried stays', async () => {
  const { prisma } = store;
  const organization = await prisma.organization.create({ data: { id: newId('organization'), name: 'A' } });
  const endpoint = { organizationId: organization.id, mode: 'test', url: 'https://8.8.8.8/', secret: Buffer.alloc(1) };
  const { id: endpointId } = await prisma.webhookEndpoint.create({
    data: { id: newId('webhookEndpoint'), ...endpoint },
  });
  const row = (id: string, status: string, days: number) =>
    ({ id, eventId: id, endpointId, caseId: 'case_1', body: '{}', status, createdAt: ago(days * day) }) as const;
  await prisma.webhookDelivery.createMany({
    data: [
      row('delivered long ago', 'delivered', 91),
      row('given up long ago', 'failed', 91),
      row('delivered', 'delivered', 89),
      row('pending', 'pending', 91),
    ],
  });
  await prisma.webhookAttempt.create({ data: { deliveryId: 'delivered long ago', attempt: 1, latencyMs: 1 } });
  expect(await deleteOldRows(store, 'WebhookDelivery', 100)).toBe(2);
  const left = await prisma.webhookDelivery.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(['delivered', 'pending']);
});

test('no more than asked for are deleted at once, and rows in use are not waited for', async () => {
  await store.prisma.rateLimit.createMany({ data: [1, 2, 3, 4].map((n) => ({ key: `cleared ${n}`, hits: [] })) });
  const user = await store.pool.connect();
  try {
    await user.query('BEGIN');
    await user.query(`SELECT FROM "RateLimit" WHERE key = 'cleared 1' FOR UPDATE`);
    expect(await deleteOldRows(store, 'RateLimit', 2)).toBe(2);
    expect(await deleteOldRows(store, 'RateLimit', 2)).toBe(1);
    await user.query('COMMIT');
  } finally {
    user.release();
  }
  expect(await deleteOldRows(store, 'RateLimit', 2)).toBe(1);
});

test('the delivery worker does it by itself, in as many batches as it takes', async () => {
  const stack = await startStack({ mail: {} });
  try {
    await stack.delivery?.stopWorker();
    const old = Array.from({ length: 1100 }, (_, n) => ({ key: `cleared ${n}`, hits: [] }));
    await stack.store.prisma.rateLimit.createMany({ data: [...old, { key: 'in use', hits: [ago(0)] }] });
    await stack.delivery?.startWorker();
    await expect.poll(() => stack.store.prisma.rateLimit.count()).toBe(1);
  } finally {
    await stack.stop();
  }
});

function mail(id: string, row: { createdAt: Date; attempts?: number; sentAt?: Date; failure?: string }) {
  return { id, kind: 'lead_received', recipient: 'operators@example.com', payload: {}, ...row };
}
