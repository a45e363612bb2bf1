import { createHmac, randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '@evict/contract';
import { eraseCase } from '@evict/store/erasure';
import { keptAttempts, recordAttempts, requestAttempt } from '@evict/store/webhooks';
import type { TestReceiver } from '@evict/testkit';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import type { Customer } from '../support/service.ts';
import { polling, startWebhookService } from '../support/webhook-world.ts';
import { register } from '../support/webhooks.ts';

// No automatic attempt follows while a test runs.
const hour = 3_600_000;
const { stack, start, world } = await startWebhookService({ retryDelaysMs: [hour, hour, hour], deadlineMs: 10_000 });
const { store } = stack;

type Caller = Pick<Customer, 'send'>;
interface Page {
  items: WebhookDelivery[];
  nextCursor: string | null;
}

const pathOf = (endpointId: string, query: Record<string, string> = {}) =>
  `/v1/webhook-endpoints/${endpointId}/deliveries?${new URLSearchParams(query).toString()}`;

async function page(customer: Caller, endpointId: string, query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await customer.send('GET', pathOf(endpointId, query));
  expect(status).toBe(200);
  return body;
}

/** Returns the newest delivery to the endpoint once it has had this many attempts. */
async function newest(customer: Caller, endpointId: string, attempts: number): Promise<WebhookDelivery> {
  await expect.poll(async () => (await page(customer, endpointId)).items[0]?.attempts.length, polling).toBe(attempts);
  const [delivery] = (await page(customer, endpointId)).items;
  return delivery ?? expect.unreachable();
}

const redeliver = (customer: Caller, endpointId: string, id: string, headers: Record<string, string> = {}) =>
  customer.send('POST', `/v1/webhook-endpoints/${endpointId}/deliveries/${id}/redeliver`, { headers });

const fail = (receiver: TestReceiver) =>
  receiver.respondWith((response) => response.writeHead(500).end('secret of the receiver'));
const accept = (receiver: TestReceiver) => receiver.respondWith((response) => response.writeHead(204).end());

test('a delivery can be redelivered while it is pending and after it has arrived, one attempt at a time, with the same body and a fresh signature', async () => {
  const { receiver, customer, endpoint, secret, deliver } = await world();
  fail(receiver);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  const first = await newest(customer, endpoint.id, 1);
  expect(first).toEqual({
    id: expect.stringMatching(/^whd_/),
    eventId: event?.id,
    type: 'case.submit',
    caseId: event?.caseId,
    status: 'pending',
    createdAt: expect.any(String),
    nextAttemptAt: expect.any(String),
    attempts: [{ at: expect.any(String), statusCode: 500, error: null, durationMs: expect.any(Number) }],
  });

  // While the delivery is pending, its second attempt is made now, and the third stays scheduled for later.
  const response = await redeliver(customer, endpoint.id, first.id);
  expect(response).toMatchObject({ status: 202, body: { id: first.id, status: 'pending' } });
  expect(await newest(customer, endpoint.id, 2)).toMatchObject({ status: 'pending' });
  expect(Date.parse((await newest(customer, endpoint.id, 2)).nextAttemptAt ?? '')).toBeGreaterThan(Date.now());

  accept(receiver);
  await redeliver(customer, endpoint.id, first.id);
  expect(await newest(customer, endpoint.id, 3)).toMatchObject({ status: 'delivered', nextAttemptAt: null });

  // After a success, a redelivery makes one more attempt. If that fails, no series of retries begins.
  fail(receiver);
  const key = { 'idempotency-key': randomUUID() };
  const twice = await Promise.all([1, 2].map(() => redeliver(customer, endpoint.id, first.id, key)));
  expect(twice.map(({ status, body }) => [status, body.id])).toEqual([
    [202, first.id],
    [202, first.id],
  ]);
  // A delivered message stays delivered.
  expect(await newest(customer, endpoint.id, 4)).toMatchObject({ status: 'delivered', nextAttemptAt: null });
  accept(receiver);
  await redeliver(customer, endpoint.id, first.id);
  const last = await newest(customer, endpoint.id, 5);
  expect(last.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 500, 204, 500, 204]);
  expect(last.status).toBe('delivered');

  const { received } = receiver;
  expect(new Set(received.map(({ raw }) => raw))).toEqual(new Set([JSON.stringify(event)]));
  for (const { raw, headers, at } of received) {
    const timestamp = String(headers['x-service-timestamp']);
    expect(headers['x-service-signature']).toBe(
      createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex'),
    );
    expect(Math.abs(at / 1000 - Number(timestamp))).toBeLessThan(60);
  }
  expect(received).toHaveLength(5);
  expect(JSON.stringify(await page(customer, endpoint.id))).not.toContain('secret of the receiver');
});

test('deliveries are listed newest first and can be filtered by status, and a cursor of another endpoint or status is refused', async () => {
  const { receiver, customer, endpoint, deliver } = await world();
  const other = await world();
  for (let count = 0; count < 3; count += 1) await deliver([{ action: 'submit' }]);
  await receiver.waitFor(3);
  fail(receiver);
  const [failing] = await deliver([{ action: 'withdraw', toState: 'withdrawn' }]);
  await newest(customer, endpoint.id, 1);
  const all = (await page(customer, endpoint.id)).items;
  expect(all).toHaveLength(4);
  expect(all[0]).toMatchObject({ eventId: failing?.id, status: 'pending' });
  const walked: WebhookDelivery[] = [];
  for (let query: Record<string, string> = { limit: '1' }; ;) {
    const { items, nextCursor } = await page(customer, endpoint.id, query);
    walked.push(...items);
    if (nextCursor === null) break;
    query = { limit: '1', cursor: nextCursor };
  }
  expect(walked).toEqual(all);
  await expect
    .poll(async () => (await page(customer, endpoint.id, { status: 'delivered' })).items.length, polling)
    .toBe(3);
  expect((await page(customer, endpoint.id, { status: 'pending' })).items).toEqual([all[0]]);
  expect((await page(customer, endpoint.id, { status: 'failed' })).items).toEqual([]);

  const { nextCursor } = await page(customer, endpoint.id, { limit: '1', status: 'delivered' });
  const cursor = nextCursor ?? '';
  const second = await register(customer, other.receiver.url);
  for (const [id, query] of [
    [endpoint.id, { cursor }],
    [endpoint.id, { cursor, status: 'failed' }],
    [second.id, { cursor, status: 'delivered' }],
  ] as const) {
    expect(await expectIssues(customer.send('GET', pathOf(id, query)))).toEqual(['cursor cursor']);
  }
  expect(await expectIssues(customer.send('GET', pathOf(endpoint.id, { status: 'done', limit: '0' })))).toEqual([
    'limit pattern',
    'status one_of',
  ]);
});

test("a delivery can be seen and redelivered only by its organization and through its endpoint, and isn't redelivered to a disabled endpoint", async () => {
  const { receiver, customer, endpoint, deliver } = await world();
  await deliver([{ action: 'submit' }]);
  const { id } = await newest(customer, endpoint.id, 1);
  const other = await world();
  const second = await register(customer, other.receiver.url);
  const live = (method: string, path: string) =>
    customer.session.send(method, path, { headers: { 'x-service-mode': 'live' } });
  for (const stranger of [other.customer, other.customer.session]) {
    await expectRefusal(stranger.send('GET', pathOf(endpoint.id)), 404, 'not_found');
    await expectRefusal(redeliver(stranger, endpoint.id, id), 404, 'not_found');
    await expectRefusal(redeliver(stranger, other.endpoint.id, id), 404, 'not_found');
  }
  await expectRefusal(redeliver(customer, second.id, id), 404, 'not_found');
  await expectRefusal(redeliver(customer, endpoint.id, `whd_${randomUUID()}`), 404, 'not_found');
  expect((await live('GET', pathOf(endpoint.id))).status).not.toBe(200);
  expect(receiver.received).toHaveLength(1);

  await store.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { disabledAt: new Date() } });
  expect((await page(customer, endpoint.id)).items).toHaveLength(1);
  await expectRefusal(redeliver(customer, endpoint.id, id), 409, 'invalid_state');
  await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
  await expectRefusal(customer.send('GET', pathOf(endpoint.id)), 404, 'not_found');
  await expectRefusal(redeliver(customer, endpoint.id, id), 404, 'not_found');
  expect(await store.prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(0);
});

test('a redelivery makes only one attempt, even if it is requested again while it is pending or the same request is repeated later', async () => {
  const { receiver, customer, endpoint, deliver } = await world();
  await deliver([{ action: 'submit' }]);
  const { id } = await newest(customer, endpoint.id, 1);
  await stack.delivery?.stopWorker();
  expect(await requestAttempt(store, { deliveryId: id, requestId: 'one' })).toBe(true);
  expect(await requestAttempt(store, { deliveryId: id, requestId: 'two' })).toBe(false);
  await stack.delivery?.startWorker();
  expect(await newest(customer, endpoint.id, 2)).toMatchObject({ status: 'delivered' });
  // The same request comes again, from a process that took it over.
  expect(await requestAttempt(store, { deliveryId: id, requestId: 'one' })).toBe(false);
  expect(receiver.received).toHaveLength(2);
});

test('an event of an erased case can be redelivered, because the message contains no details of the case', async () => {
  const receiver = await start();
  const { customer } = await world();
  const endpoint = await register(customer, receiver.url);
  const { id: caseId } = await customer.submitted(buildFacts());
  await customer.withdraw(caseId);
  await receiver.waitFor(2);
  const sent = await newest(customer, endpoint.id, 1);
  await eraseCase(store, { caseId, operator: 'robin', list: '', blobs: stack.blobs });
  expect((await redeliver(customer, endpoint.id, sent.id)).status).toBe(202);
  const [, , again] = await receiver.waitFor(3);
  expect(JSON.parse(again?.raw ?? '')).toMatchObject({ id: sent.eventId, caseId });
});

test('the log of a delivery shows its newest attempts, however many there were', async () => {
  const { customer, endpoint, record, statusOf } = await world();
  const [event] = await record([{ action: 'submit' }]);
  const { id } = await statusOf(event?.id);
  const next = { dueInMs: hour };
  for (let attempt = 1; attempt <= keptAttempts + 3; attempt += 1) {
    const tried = { deliveryId: id, attempt, httpStatus: null, failure: 'refused', latencyMs: attempt, next };
    await recordAttempts(store, [tried]);
  }
  const [delivery] = (await page(customer, endpoint.id)).items;
  expect(delivery?.attempts.map(({ durationMs }) => durationMs)).toEqual(
    Array.from({ length: keptAttempts }, (_, index) => index + 4),
  );
  expect(delivery?.attempts[0]).toMatchObject({ statusCode: null, error: 'refused' });
});
