import { createHmac, randomUUID } from 'node:crypto';
import { type EventAction, eventRules, ruleOf, statesOf } from '@evict/case-model';
import { verifyWebhook } from '@evict/client';
import { wakeOutbox } from '@evict/store/testing';
import { recordAttempts } from '@evict/store/webhooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { buildFacts } from '../support/facts.ts';
import { opsFor } from '../support/ops.ts';
import { expectRefusal } from '../support/refusals.ts';
import { polling, startWebhookService } from '../support/webhook-world.ts';
import { register } from '../support/webhooks.ts';

const retryDelaysMs = [300, 500, 700, 900];
const { stack, start, world } = await startWebhookService({ retryDelaysMs, deadlineMs: 10_000 });

interface Description {
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { examples: Record<string, { value: object }> } } } } }
  >;
}

test('an event arrives in a message that is signed over its timestamp and the exact bytes of its body', async () => {
  const { receiver, secret, deliver } = await world();
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  const [message] = await receiver.waitFor(1);
  expect(message).toMatchObject({ method: 'POST', path: '/hook?a=1' });
  expect(JSON.parse(message?.raw ?? '')).toEqual(event);
  const { 'x-service-timestamp': timestamp, 'x-service-signature': signature, ...headers } = message?.headers ?? {};
  expect(headers).toEqual({
    host: new URL(receiver.url).host,
    'content-type': 'application/json',
    'content-length': String(message?.raw.length),
    'user-agent': 'eviction-case-service',
    connection: 'keep-alive',
  });
  expect(timestamp).toMatch(/^\d{10}$/);
  expect(Math.abs(Number(timestamp) * 1000 - (message?.at ?? 0))).toBeLessThan(30_000);
  expect(signature).toBe(
    createHmac('sha256', secret)
      .update(`${String(timestamp)}.${message?.raw}`)
      .digest('hex'),
  );
});

test('a failed delivery is retried after the configured delays with the same bytes and a new signature, until it succeeds', async () => {
  const { receiver, deliver, logOf, statusOf } = await world();
  receiver.respondWith((response, _request, number) => response.writeHead(number < 5 ? 500 : 200).end());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  const messages = await receiver.waitFor(5);
  await expect.poll(() => statusOf(event?.id)).toMatchObject({ status: 'delivered', attempts: 5, dueAt: null });
  expect(new Set(messages.map(({ raw }) => raw)).size).toBe(1);
  const waits = messages.slice(1).map(({ at }, index) => at - (messages[index]?.at ?? 0));
  waits.forEach((wait, index) => {
    expect(wait).toBeGreaterThanOrEqual((retryDelaysMs[index] ?? 0) - 5);
    expect(wait).toBeLessThan((retryDelaysMs[index] ?? 0) + 10_000);
  });
  const expected = [500, 500, 500, 500, 200].map((httpStatus, index) => ({
    attempt: index + 1,
    httpStatus,
    failure: null,
  }));
  expect(await logOf(event?.id)).toEqual(expected.map((row) => expect.objectContaining(row)));
  const timestamps = messages.map(({ headers }) => Number(headers['x-service-timestamp']));
  expect(timestamps.at(-1)).toBeGreaterThan(timestamps[0] ?? Infinity);
});

test("each message contains the case's state after the event, even if that state is unchanged, and internal events aren't sent", async () => {
  const { receiver, deliver } = await world();
  const sent = await deliver([
    { action: 'operator_action', internal: true },
    { action: 'cure_reported' },
    { action: 'approve_notice', toState: 'notice_approved' },
    { action: 'send_notice', toState: 'notice_sent' },
    { action: 'service_failed' },
    { action: 'send_notice', detail: { corrected: true } },
  ]);
  const messages = await receiver.waitFor(5);
  const byId = new Map(messages.map(({ raw }) => [JSON.parse(raw).id as string, JSON.parse(raw)]));
  expect(sent.map(({ id }) => byId.get(id))).toEqual(sent);
  expect(sent.map(({ type, state }) => `${type} ${state}`)).toEqual([
    'case.cure_reported notice_review',
    'case.approve_notice notice_approved',
    'case.send_notice notice_sent',
    'case.service_failed notice_sent',
    'case.send_notice notice_sent',
  ]);
  expect(sent.map((message) => 'corrected' in message)).toEqual([false, false, false, false, true]);
});

test("every event in a case's history arrives once, with the state of the case after the event", async () => {
  const { receiver, customer } = await world();
  const { id } = await customer.create(buildFacts());
  await customer.submit(id);
  await customer.advance(id);
  await customer.reportCure(id);
  const events = await customer.events(id);
  expect(events.length).toBeGreaterThan(3);
  const messages = await receiver.waitFor(events.length);
  const sent = new Map(messages.map(({ raw }) => [JSON.parse(raw).id as string, JSON.parse(raw)]));
  let state: string | null = 'draft';
  for (const event of events) {
    state = event.toState ?? state;
    const { id: eventId, action, createdAt } = event;
    expect(sent.get(eventId)).toEqual({ id: eventId, type: `case.${action}`, caseId: id, state, createdAt });
  }
  expect(messages).toHaveLength(events.length);
});

test('an event is sent once to every endpoint of its organization and mode, and to no other endpoint', async () => {
  const { receiver, deliver, customer } = await world();
  const second = await start();
  await register(customer, second.url);
  const other = await world();
  const inLive = await start();
  const { id } = await register(customer, inLive.url);
  await pastTriggers(stack.store, `UPDATE "WebhookEndpoint" SET mode = 'live' WHERE id = $1`, [id]);
  expect((await customer.send('GET', '/v1/webhook-endpoints')).body.items).toHaveLength(2);
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  const [first] = await receiver.waitFor(1);
  const [again] = await second.waitFor(1);
  expect(first?.raw).toBe(again?.raw);
  expect(first?.headers['x-service-signature']).not.toBe(again?.headers['x-service-signature']);
  await expect
    .poll(() => stack.store.prisma.webhookDelivery.count({ where: { eventId: event?.id ?? '', status: 'delivered' } }))
    .toBe(2);
  expect([other.receiver.received, inLive.received]).toEqual([[], []]);
});

test('a delivery is sent once, however often the worker is woken', async () => {
  const { receiver, deliver, endpoint } = await world();
  const wake = () => wakeOutbox(stack.store, 'webhooks');
  for (let count = 0; count < 30; count += 1) {
    await Promise.all([deliver([{ action: 'submit', toState: 'notice_review' }]), wake(), wake()]);
  }
  await receiver.waitFor(30);
  await wake();
  const where = { endpointId: endpoint.id, status: 'delivered', attempts: 1 };
  await expect.poll(() => stack.store.prisma.webhookDelivery.count({ where }), polling).toBe(30);
  expect(receiver.received).toHaveLength(30);
});

test('deleting an endpoint deletes its pending deliveries and its log', async () => {
  const { receiver, deliver, statusOf, endpoint, customer } = await world();
  receiver.respondWith((response) => response.writeHead(500).end());
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await receiver.waitFor(1);
  expect(await statusOf(event?.id)).toMatchObject({ status: 'pending' });
  expect((await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)).status).toBe(204);
  expect(await stack.store.prisma.webhookDelivery.count({ where: { endpointId: endpoint.id } })).toBe(0);
  const before = receiver.received.length;
  const other = await world();
  await other.deliver([{ action: 'submit', toState: 'notice_review' }]);
  await other.receiver.waitFor(1);
  expect(receiver.received.length).toBe(before);
});

test('an attempt that is aborted because the worker stops is repeated by the next worker', async () => {
  const { receiver, deliver, statusOf, logOf } = await world();
  let hold = true;
  receiver.respondWith((response) => {
    if (!hold) response.writeHead(200).end();
  });
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await receiver.waitFor(1);
  hold = false;
  await stack.delivery?.stopWorker();
  await stack.delivery?.startWorker();
  await expect.poll(() => statusOf(event?.id), polling).toMatchObject({ status: 'delivered' });
  const log = await logOf(event?.id);
  expect(log.at(-1)).toMatchObject({ httpStatus: 200 });
});

test('operators can redeliver an abandoned delivery, one attempt at a time, until it arrives', async () => {
  const ops = opsFor(stack);
  const { receiver, customer, endpoint } = await world();
  receiver.respondWith((response) => response.writeHead(500).end());
  const { id: caseId } = await customer.submitted(buildFacts());
  const listed = async (...filter: string[]) => (await ops.json('webhook', 'list', '--case', caseId, ...filter)).items;
  await expect.poll(() => listed('--status', 'failed'), polling).toHaveLength(1);
  const [failed] = await listed();
  expect(failed).toMatchObject({
    endpointId: endpoint.id,
    status: 'failed',
    attempts: 5,
    lastTry: { attempt: 5, httpStatus: 500, failure: null },
    endpoint: { url: `${receiver.url}/hook?a=1`, mode: 'test' },
  });
  expect(await listed('--endpoint', `we_${randomUUID()}`)).toEqual([]);

  const statusIs = (status: string, attempts: number) =>
    expect.poll(async () => (await listed())[0], polling).toMatchObject({ status, attempts });
  expect(await ops.json('webhook', 'redeliver', failed.id)).toEqual({ id: failed.id, status: 'pending' });
  await statusIs('failed', 6);
  receiver.respondWith((response) => response.writeHead(204).end());
  await ops.json('webhook', 'redeliver', failed.id);
  await statusIs('delivered', 7);
  const bodies = receiver.received.map(({ raw }) => raw);
  expect([bodies.length, new Set(bodies).size]).toEqual([7, 1]);

  expect(await ops.refused('webhook', 'redeliver', failed.id)).toBe('not_failed');
  expect(await ops.refused('webhook', 'redeliver', `whd_${randomUUID()}`)).toBe('not_found');
  expect(await ops.recorded(failed.id)).toEqual([
    'robin: webhook redeliver done',
    'robin: webhook redeliver done',
    'robin: webhook redeliver not_failed',
  ]);
});

test('if several workers report the same attempt, it is logged once', async () => {
  const { record, statusOf, logOf } = await world();
  const [event] = await record([{ action: 'submit', toState: 'notice_review' }]);
  const { id } = await statusOf(event?.id);
  const next = { dueInMs: 60_000 };
  const tried = { deliveryId: id, attempt: 1, httpStatus: 500, failure: null, latencyMs: 1, next };
  const made = await Promise.all(Array.from({ length: 5 }, () => recordAttempts(stack.store, [tried])));
  expect(made.flatMap((recorded) => [...recorded])).toEqual([id]);
  expect(await logOf(event?.id)).toHaveLength(1);
  expect(await statusOf(event?.id)).toMatchObject({ status: 'pending', attempts: 1 });
});

test('deliveries to an endpoint with an unreadable secret are abandoned on schedule, and nothing is sent', async () => {
  const { receiver, deliver, statusOf, logOf, endpoint } = await world();
  await stack.store.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { secret: Buffer.alloc(90) } });
  const [event] = await deliver([{ action: 'submit', toState: 'notice_review' }]);
  await expect.poll(() => statusOf(event?.id), polling).toMatchObject({ status: 'failed', attempts: 5 });
  expect((await logOf(event?.id))[0]).toMatchObject({ failure: 'unreadable_secret' });
  expect(receiver.received).toEqual([]);
});

test('for each event type and state, receivers get a message that matches the schema and the example in the OpenAPI document', async () => {
  const description = (await (await fetch(`${stack.baseUrl}/v1/openapi.json`)).json()) as Description;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(description, 'description');
  const { receiver, deliver } = await world();

  const actions = Object.keys(eventRules) as EventAction[];
  expect(Object.keys(description.webhooks)).toEqual(expect.arrayContaining(actions.map((action) => `case.${action}`)));
  let expected = 0;
  for (const action of actions) {
    const { to, ...rule } = ruleOf(action);
    for (const state of to ?? statesOf(rule)) {
      const event = { action, toState: to ? state : null };
      // The earlier event is internal, so it isn't sent. It only determines the previous state.
      const before = { action: 'operator_action', internal: true, toState: state } as const;
      await deliver(to ? [event] : [before, event]);
      expected += 1;
    }
  }

  const seen = new Set<string>();
  for (const { raw } of await receiver.waitFor(expected)) {
    const body = JSON.parse(raw) as { id: string; type: string; caseId: string; state: string; createdAt: string };
    const { id, type, caseId, state, createdAt } = body;
    seen.add(`${type} ${state}`);
    const content = description.webhooks[type]?.post.requestBody.content['application/json'];
    const pointer = ['webhooks', type, 'post', 'requestBody', 'content', 'application~1json', 'schema'];
    const validate = ajv.getSchema(`description#/${pointer.map(encodeURIComponent).join('/')}`);
    expect(validate?.(body), `${raw}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
    const example = content?.examples[type]?.value ?? {};
    // The fields and their order match byte for byte, except for values that differ from event to event.
    expect(raw).toBe(JSON.stringify({ ...example, id, caseId, state, createdAt }));
  }
  expect(seen.size).toBe(expected);
});

describe('rotating the secret of an endpoint', () => {
  const event = { action: 'submit', toState: 'notice_review' } as const;
  const rotate = (id: string) => `/v1/webhook-endpoints/${id}/rotate-secret`;

  /** Whether the receiver's newest message verifies with this secret, once it has received this many. */
  async function verifies({ receiver }: Awaited<ReturnType<typeof world>>, number: number, secret: string) {
    const message = (await receiver.waitFor(number)).at(-1);
    const request = { body: message?.raw ?? '', headers: message?.headers ?? {}, secret };
    return verifyWebhook(request).then(
      () => true,
      () => false,
    );
  }

  test('for 24 hours after a rotation, deliveries can be verified with either the new or the previous secret, and afterwards only with the new one', async () => {
    const one = await world();
    const { customer, endpoint, secret: first, deliver } = one;
    const rotated = await customer.send('POST', rotate(endpoint.id));
    expect(rotated.status).toBe(200);
    const { secret: second, previousUntil } = rotated.body;
    expect(second).toMatch(/^whsec_[0-9A-Za-z]{49}$/);
    const hours = (Date.parse(previousUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);

    await deliver([event]);
    for (const secret of [first, second]) expect(await verifies(one, 1, secret)).toBe(true);
    const [message] = await one.receiver.waitFor(1);
    // A receiver that checks only the regular signature header needs the new secret.
    const { 'x-service-signature-previous': previous, ...headers } = message?.headers ?? {};
    expect(previous).toMatch(/^[0-9a-f]{64}$/);
    await expect(verifyWebhook({ body: message?.raw ?? '', headers, secret: first })).rejects.toThrow(
      'X-Service-Signature',
    );

    await stack.store.prisma.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousUntil: new Date() },
    });
    await deliver([event]);
    expect([await verifies(one, 2, second), await verifies(one, 2, first)]).toEqual([true, false]);
    expect((await one.receiver.waitFor(2)).at(-1)?.headers).not.toHaveProperty('x-service-signature-previous');
  });

  test('a second rotation invalidates the first secret, and enabling a disabled endpoint invalidates all of its earlier secrets', async () => {
    const one = await world();
    const { customer, endpoint, secret: first, deliver } = one;
    const { secret: second } = (await customer.send('POST', rotate(endpoint.id))).body;
    const { secret: third } = (await customer.send('POST', rotate(endpoint.id))).body;
    await deliver([event]);
    const accepted = async (number: number, ...secrets: string[]) =>
      Promise.all(secrets.map((secret) => verifies(one, number, secret)));
    expect(await accepted(1, first, second, third)).toEqual([false, true, true]);
    await expect
      .poll(() => stack.store.prisma.webhookDelivery.count({ where: { status: 'pending' } }), polling)
      .toBe(0);
    await stack.store.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { disabledAt: new Date() } });
    const { secret: fourth } = (
      await customer.send('POST', '/v1/webhook-endpoints', { body: { url: `${one.receiver.url}/hook?a=1` } })
    ).body;
    await deliver([event]);
    expect(await accepted(2, second, third, fourth)).toEqual([false, false, true]);
  });

  test("a rotated secret isn't stored for replays, and a customer can't rotate the secret of another customer", async () => {
    const one = await world();
    const headers = { 'idempotency-key': 'one' };
    const before = await stack.store.prisma.idempotencyKey.count();
    const [a, b] = [
      await one.customer.send('POST', rotate(one.endpoint.id), { headers }),
      await one.customer.send('POST', rotate(one.endpoint.id), { headers }),
    ];
    expect(a.body.secret).not.toBe(b.body.secret);
    expect(await stack.store.prisma.idempotencyKey.count()).toBe(before);
    const stranger = await world();
    await expectRefusal(stranger.customer.send('POST', rotate(one.endpoint.id)), 404, 'not_found');
  });
});
