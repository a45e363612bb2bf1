import { randomUUID } from 'node:crypto';
import { deadEndpoint } from '@evict/store/webhooks';
import { createReceivers } from '@evict/testkit';
import { expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { opsFor } from '../support/ops.ts';
import { startService } from '../support/service.ts';
import { recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
// A delivery is abandoned after one failed attempt.
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, retryDelaysMs: [] } });
const { prisma, pool } = stack.store;
const { mailbox } = stack.delivery ?? expect.unreachable();
const ops = opsFor(stack);
const polling = { timeout: 120_000, interval: 100 };

type Customer = Awaited<ReturnType<typeof signUp>>;

async function listed({ send: ask }: Customer) {
  return (await ask('GET', '/v1/webhook-endpoints')).body.items as { id: string; disabledAt?: string }[];
}

/**
 * Instead of waiting, moves the endpoint's first failure this many days into the past, and sets how many deliveries
 * were abandoned since.
 */
async function failFor(id: string, days: number, deliveries: number): Promise<void> {
  await pool.query(
    `UPDATE "WebhookEndpoint" SET "failingSince" = now() - make_interval(secs => $2), "failedDeliveries" = $3 WHERE id = $1`,
    [id, days * 86_400, deliveries],
  );
}

async function deliverOne({ organizationId }: Customer): Promise<string[]> {
  return (await recordEvents(stack, organizationId, [{ action: 'submit' }])).deliveryIds;
}

const statusOf = async (id = '') => (await prisma.webhookDelivery.findUnique({ where: { id } }))?.status;

/** Creates a customer whose endpoint responds with 500. */
async function withFailingEndpoint() {
  const customer = await signUp();
  const receiver = await receivers.start();
  receiver.respondWith((response) => response.writeHead(500).end());
  return { customer, receiver, endpoint: await register(customer, receiver.url) };
}

test('an endpoint is disabled only once it has failed for enough days and enough deliveries have failed', async () => {
  const { customer, receiver, endpoint } = await withFailingEndpoint();
  for (const [days, deliveries] of [
    [deadEndpoint.days - 0.01, 100],
    [100, deadEndpoint.deliveries - 2],
  ] as const) {
    await failFor(endpoint.id, days, deliveries);
    const [id] = await deliverOne(customer);
    await expect.poll(() => statusOf(id), polling).toBe('failed');
    const counted = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    await expect.poll(async () => (await counted()).failedDeliveries, polling).toBe(deliveries + 1);
    expect(await listed(customer)).toEqual([expect.not.objectContaining({ disabledAt: expect.anything() })]);
  }
  await failFor(endpoint.id, deadEndpoint.days, deadEndpoint.deliveries - 1);
  await deliverOne(customer);
  await expect.poll(async () => (await listed(customer))[0]?.disabledAt, polling).toEqual(expect.any(String));
  await receiver.stop();
});

test('a disabled endpoint receives nothing, the owners of its organization are emailed, and registering its URL again enables it with a new secret', async () => {
  const { customer, receiver, endpoint } = await withFailingEndpoint();
  const { email } = buildSignup();
  await prisma.user.updateMany({ where: { organizationId: customer.organizationId }, data: { email } });
  const other = await register(customer, `${receiver.url}/other`);
  // One delivery waits for its next attempt, and another makes the endpoint count as dead.
  const waiting = await prisma.webhookDelivery.create({
    data: {
      id: `whd_${randomUUID()}`,
      eventId: `evt_${randomUUID()}`,
      endpointId: endpoint.id,
      caseId: `case_${randomUUID()}`,
      body: '{}',
      attempts: 1,
      dueAt: new Date(Date.now() + 3_600_000),
    },
  });
  await failFor(endpoint.id, deadEndpoint.days, deadEndpoint.deliveries - 1);
  await deliverOne(customer);
  await expect.poll(async () => (await listed(customer))[0]?.disabledAt, polling).toEqual(expect.any(String));
  await expect
    .poll(() => prisma.webhookDelivery.findUnique({ where: { id: waiting.id } }), polling)
    .toMatchObject({ status: 'failed', dueAt: null });
  const [mail] = await mailbox.waitForMails(email, 1, /webhook/);
  expect(mail?.subject).toBe('A webhook endpoint was disabled');
  expect(mail?.text).toContain(endpoint.id);
  expect(mail?.text).not.toContain(receiver.url);

  // Events go only to the other endpoint.
  expect(await deliverOne(customer)).toHaveLength(1);
  receiver.respondWith((response) => response.writeHead(200).end());
  const again = await register(customer, receiver.url);
  expect(again.id).toBe(endpoint.id);
  expect(again.secret).not.toBe(endpoint.secret);
  expect((await listed(customer)).map(({ id, disabledAt }) => [id, disabledAt])).toEqual([
    [endpoint.id, undefined],
    [other.id, undefined],
  ]);
  const ids = await deliverOne(customer);
  expect(ids).toHaveLength(2);
  for (const id of ids) await expect.poll(() => statusOf(id), polling).toBe('delivered');
  await receiver.stop();
});

test('a successful redelivery enables a disabled endpoint, and any success resets its failures', async () => {
  const { customer, receiver, endpoint } = await withFailingEndpoint();
  await failFor(endpoint.id, deadEndpoint.days, deadEndpoint.deliveries - 1);
  const [id = ''] = await deliverOne(customer);
  await expect.poll(async () => (await listed(customer))[0]?.disabledAt, polling).toEqual(expect.any(String));
  receiver.respondWith((response) => response.writeHead(200).end());
  await ops.json('webhook', 'redeliver', id);
  await expect.poll(() => statusOf(id), polling).toBe('delivered');
  const row = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect(await row()).toMatchObject({ disabledAt: null, failingSince: null, failedDeliveries: 0 });
  await failFor(endpoint.id, deadEndpoint.days, deadEndpoint.deliveries - 1);
  await deliverOne(customer);
  await expect.poll(row, polling).toMatchObject({ disabledAt: null, failingSince: null, failedDeliveries: 0 });
  await receiver.stop();
});
