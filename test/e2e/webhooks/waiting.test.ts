import { createReceivers } from '@evict/testkit';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { listenSilently, recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
const deadlineMs = 5000;
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, deadlineMs } });
const { webhookDelivery, webhookAttempt } = stack.store.prisma;
const events = 40;

test('an endpoint that never responds delays nobody: it has ten attempts at a time, and its others wait uncounted', async () => {
  const customer = await signUp();
  const [receiver, silent] = await Promise.all([receivers.start(), listenSilently()]);
  const [good, mute] = [await register(customer, receiver.url), await register(customer, silent.url)];
  const submits = Array.from({ length: events }, () => ({ action: 'submit' as const }));
  const { deliveryIds } = await recordEvents(stack, customer.organizationId, submits);
  stack.deliveries.startWebhooksSoon(deliveryIds);

  await expect
    .poll(() => webhookDelivery.count({ where: { endpointId: good.id, status: 'delivered' } }), polling)
    .toBe(events);
  expect(receiver.received).toHaveLength(events);
  const made = await webhookAttempt.count({ where: { delivery: { endpointId: mute.id } } });
  expect(made).toBeLessThan(events);

  // Each is tried once in the end; the waiting for a place was no attempt, and is not in the log.
  await expect.poll(() => webhookDelivery.count({ where: { endpointId: mute.id, attempts: 1 } }), polling).toBe(events);
  const log = await webhookAttempt.findMany({ where: { delivery: { endpointId: mute.id } } });
  expect(log.map(({ attempt, failure }) => `${attempt} ${failure}`)).toEqual(log.map(() => '1 timeout'));
  expect(log).toHaveLength(events);
  expect(silent.connections()).toBe(events);
  expect(silent.most()).toBeLessThanOrEqual(10);
  await Promise.all([receiver.stop(), silent.stop()]);
});

test('an event whose delivery was not started is found by the sweep, and arrives', async () => {
  const customer = await signUp();
  const receiver = await receivers.start();
  await register(customer, receiver.url);
  await recordEvents(stack, customer.organizationId, [{ action: 'submit' }]);
  await expect.poll(() => receiver.received.length, polling).toBe(1);
  await receiver.stop();
});

test('a delivery that waits hours for its next attempt ends with its endpoint', async () => {
  const customer = await signUp();
  const receiver = await receivers.start();
  receiver.respondWith((response) => response.writeHead(503).end());
  const endpoint = await register(customer, receiver.url);
  const { deliveryIds } = await recordEvents(stack, customer.organizationId, [{ action: 'submit' }]);
  stack.deliveries.startWebhooksSoon(deliveryIds);
  await expect.poll(() => webhookDelivery.count({ where: { endpointId: endpoint.id, attempts: 1 } }), polling).toBe(1);
  const execution = stack.client.activity.getHandle(deliveryIds[0] ?? '');
  expect((await execution.describe()).status).toBe('RUNNING');
  expect((await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)).status).toBe(204);
  await expect.poll(async () => (await execution.describe()).status, polling).toBe('CANCELED');
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});

const polling = { timeout: 120_000, interval: 100 };
