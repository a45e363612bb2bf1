import { deliveriesAtOnce } from '@evict/contract';
import { createReceivers } from '@evict/testkit';
import { test } from 'vitest';
import { startService } from '../support/service.ts';
import { recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
const deadlineMs = 5000;
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, deadlineMs } });
const { webhookDelivery, webhookAttempt } = stack.store.prisma;
const submits = (count: number) => Array.from({ length: count }, () => ({ action: 'submit' as const }));
const polling = { timeout: 120_000, interval: 100 };

/** Starts a receiver that never responds. Only messages count, because another test may connect to a port by mistake. */
async function startMute() {
  const receiver = await receivers.start();
  let open = 0;
  let most = 0;
  receiver.respondWith((response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
  });
  return { ...receiver, most: () => most };
}

test.concurrent("at most ten deliveries to an endpoint that never responds are attempted at the same time, the others wait, and other endpoints aren't delayed", async ({
  expect,
}) => {
  const events = 25;
  const customer = await signUp();
  const [receiver, silent] = await Promise.all([receivers.start(), startMute()]);
  const [good, mute] = [await register(customer, receiver.url), await register(customer, silent.url)];
  const { messages } = await recordEvents(stack, customer.organizationId, submits(events));

  const arrived = () => webhookDelivery.count({ where: { endpointId: good.id, status: 'delivered' } });
  await expect.poll(arrived, polling).toBe(events);
  expect(receiver.received).toHaveLength(events);
  expect(await webhookAttempt.count({ where: { delivery: { endpointId: mute.id } } })).toBeLessThan(events);

  // In the end each is attempted once. Waiting for its turn isn't an attempt, and isn't in the log.
  await expect.poll(() => webhookDelivery.count({ where: { endpointId: mute.id, attempts: 1 } }), polling).toBe(events);
  const log = await webhookAttempt.findMany({ where: { delivery: { endpointId: mute.id } } });
  expect(log.map(({ attempt, failure }) => `${attempt} ${failure}`)).toEqual(Array(events).fill('1 timeout'));
  const received = silent.received.map(({ raw }) => String(JSON.parse(raw).id));
  expect(received.sort()).toEqual(messages.map(({ id }) => id).sort());
  expect(silent.most()).toBe(deliveriesAtOnce.endpoint);
  await Promise.all([receiver.stop(), silent.stop()]);
});

test.concurrent('at most forty deliveries of one organization are attempted at the same time', async ({ expect }) => {
  const customer = await signUp();
  const silent = await startMute();
  for (let count = 0; count < 10; count += 1) await register(customer, `${silent.url}/${count}`);
  await recordEvents(stack, customer.organizationId, submits(6));
  await expect.poll(() => silent.received.length, polling).toBe(60);
  expect(silent.most()).toBe(deliveriesAtOnce.organization);
  await silent.stop();
});

test.concurrent('while a delivery waits hours for its next attempt, the next event is sent immediately', async ({
  expect,
}) => {
  const customer = await signUp();
  const receiver = await receivers.start();
  receiver.respondWith((response) => response.writeHead(503).end());
  const endpoint = await register(customer, receiver.url);
  for (const count of [1, 2]) {
    await recordEvents(stack, customer.organizationId, submits(1));
    const tried = () => webhookDelivery.count({ where: { endpointId: endpoint.id, attempts: 1 } });
    await expect.poll(tried, polling).toBe(count);
  }
  expect(receiver.received).toHaveLength(2);
  await receiver.stop();
});
