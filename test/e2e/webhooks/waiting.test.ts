import { endpointWorkflowId } from '@evict/temporal/outbox';
import { createReceivers } from '@evict/testkit';
import { test } from 'vitest';
import { startService } from '../support/service.ts';
import { listenSilently, recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
const deadlineMs = 5000;
const idleTimes = { everyMs: 200, overdueMs: 1000, reportEveryMs: 60_000 };
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, deadlineMs }, idleTimes });
const { webhookDelivery, webhookAttempt } = stack.store.prisma;
const events = 12;

test.concurrent('an endpoint that never responds delays nobody: it has four attempts at a time, and its others wait uncounted', async ({
  expect,
}) => {
  const customer = await signUp();
  const [receiver, silent] = await Promise.all([receivers.start(), listenSilently()]);
  const [good, mute] = [await register(customer, receiver.url), await register(customer, silent.url)];
  const submits = Array.from({ length: events }, () => ({ action: 'submit' as const }));
  const { asleep } = await recordEvents(stack, customer.organizationId, submits);
  stack.outbox.wakeSoon({ endpoints: asleep });

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
  expect(silent.most()).toBeLessThanOrEqual(4);
  await Promise.all([receiver.stop(), silent.stop()]);
});

test.concurrent('an event whose endpoint was not woken is found once it is overdue, and arrives', async ({
  expect,
}) => {
  const customer = await signUp();
  const receiver = await receivers.start();
  await register(customer, receiver.url);
  await recordEvents(stack, customer.organizationId, [{ action: 'submit' }]);
  await expect.poll(() => receiver.received.length, polling).toBe(1);
  await receiver.stop();
});

test.concurrent('a workflow that waits hours for the next attempt is woken by the next event, and ends with its endpoint', async ({
  expect,
}) => {
  const customer = await signUp();
  const receiver = await receivers.start();
  receiver.respondWith((response) => response.writeHead(503).end());
  const endpoint = await register(customer, receiver.url);
  const tried = () => webhookDelivery.count({ where: { endpointId: endpoint.id, attempts: 1 } });
  const isAwake = async () =>
    (await stack.store.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).awake;
  for (const count of [1, 2]) {
    const { asleep } = await recordEvents(stack, customer.organizationId, [{ action: 'submit' }]);
    expect(asleep).toHaveLength(1);
    stack.outbox.wakeSoon({ endpoints: asleep });
    await expect.poll(tried, polling).toBe(count);
    await expect.poll(isAwake, polling).toBe(false);
  }
  const workflow = stack.client.workflow.getHandle(endpointWorkflowId(endpoint.id));
  expect((await workflow.describe()).status.name).toBe('RUNNING');
  expect((await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)).status).toBe(204);
  await expect.poll(async () => (await workflow.describe()).status.name, polling).toBe('COMPLETED');
  expect(receiver.received).toHaveLength(2);
  await receiver.stop();
});

const polling = { timeout: 120_000, interval: 100 };
