import { expect, test } from 'vitest';
import { startWebhookService } from '../support/webhook-world.ts';
import { recordEvents, register } from '../support/webhooks.ts';

const receiverRate = { perSecond: 40, burst: 40 };
const { stack, start, signUp } = await startWebhookService({ retryDelaysMs: [], deadlineMs: 5000, receiverRate });
const wake = async (organizationId: string, events: number) => {
  const { deliveryIds, asleep } = await recordEvents(
    stack,
    organizationId,
    Array.from({ length: events }, () => ({})),
  );
  stack.outbox.wakeSoon({ endpoints: asleep });
  return deliveryIds;
};

test('twenty organizations with one receiver send it no more than its rate, lose nothing, and leave room for others', async () => {
  const receiver = await start();
  const customers: Awaited<ReturnType<typeof signUp>>[] = [];
  while (customers.length < 21) customers.push(await signUp());
  // Each by a URL of its own: what is bounded is the address.
  await Promise.all(customers.map((customer, index) => register(customer, `${receiver.url}/${index}`)));
  const [neighbor, ...crowd] = customers;
  const floods = await Promise.all(crowd.map(({ organizationId }) => wake(organizationId, 16)));
  await receiver.waitFor(60);
  const [quiet] = await wake(neighbor?.organizationId ?? '', 1);
  const all = [...floods.flat(), quiet];
  const { length } = [...(await receiver.waitFor(all.length))];
  expect(length).toBe(all.length);

  const times = receiver.received.map(({ at }) => at).sort((a, b) => a - b);
  const [first = 0] = times;
  for (const [index, at] of times.entries()) {
    // A second more than it took to arrive, for a machine that is busy when it is counted.
    expect(index).toBeLessThanOrEqual(receiverRate.burst + ((at - first) / 1000 + 1) * receiverRate.perSecond);
  }
  expect((times.at(-1) ?? 0) - first).toBeGreaterThan(
    ((all.length - receiverRate.burst) / receiverRate.perSecond) * 900,
  );
  const arrivedAs = receiver.received.findIndex(({ path }) => path === '/0');
  // Before the last turn of the crowd, which is six seconds away when the neighbor's event is recorded.
  expect(arrivedAs).toBeLessThan(all.length - crowd.length);
  // The last of them is recorded after it has arrived.
  const attempts = async () =>
    (await stack.store.prisma.webhookAttempt.findMany({ where: { deliveryId: { in: all as string[] } } })).map(
      ({ attempt }) => attempt,
    );
  await expect.poll(attempts).toEqual(all.map(() => 1));
});
