import { randomUUID } from 'node:crypto';
import { voidCharge } from '@evict/store/charges';
import { deadEndpoint } from '@evict/store/webhooks';
import { createReceivers } from '@evict/testkit';
import { describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { buildFacts, day } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';
import { polling } from '../support/webhook-world.ts';
import { recordEvents, register } from '../support/webhooks.ts';

const receivers = await createReceivers();
// A delivery is abandoned after one failed attempt.
const service = await startService({
  liveMode: true,
  webhooks: { ca: receivers.ca, retryDelaysMs: [], deadlineMs: 10_000 },
});
const { pool, prisma } = service.stack.store;
const { mailbox } = service.stack.delivery ?? expect.unreachable();
const ops = opsFor(service.stack);
const world = liveWorld(service);

interface Message {
  id: string;
  type: string;
  caseId: string;
  state: string;
}

/** Creates an endpoint for messages of these types, and a receiver that records them. */
async function subscribe(customer: Pick<Customer, 'send'>, events?: readonly string[]) {
  const receiver = await receivers.start();
  const body = { url: receiver.url, ...(events && { events }) };
  const { status, body: endpoint } = await customer.send('POST', '/v1/webhook-endpoints', { body });
  expect(status).toBe(201);
  return { receiver, endpoint, raw: () => receiver.received.map(({ raw }) => raw) };
}

const messages = (raw: string[]) => raw.map((text) => JSON.parse(text) as Message);
const typesOf = (raw: string[]) => messages(raw).map(({ type }) => type);

test('an endpoint gets only the event types that it chose, or all events by default, and the list shows its choice', async () => {
  const customer = await service.signUp();
  const chosen = await subscribe(customer, ['case.notice_served', 'case.fact_recorded']);
  const all = await subscribe(customer);
  const { items } = (await customer.send('GET', '/v1/webhook-endpoints')).body;
  expect(items[0].events).toEqual(['case.notice_served', 'case.fact_recorded']);
  expect(items[1]).not.toHaveProperty('events');
  const { id } = await customer.submitted(buildFacts());
  const fact = (await customer.send('POST', `/v1/cases/${id}/facts`, { body: { kind: 'moved_out', date: day(0) } }))
    .body;
  for (let step = 0; step < 3; step += 1) await customer.act(id, 'advance');
  await expect
    .poll(() => typesOf(chosen.raw()).toSorted(), polling)
    .toEqual(['case.fact_recorded', 'case.notice_served']);
  const events = (await customer.events(id)).map(({ action }) => `case.${action}`);
  await expect.poll(() => typesOf(all.raw()).toSorted(), polling).toEqual(events.toSorted());
  // The message has the same fields in the same order as any other, and none of the reported details.
  const [text] = chosen.raw().filter((one) => one.includes('fact_recorded'));
  const { createdAt } = JSON.parse(text ?? '') as { createdAt: string };
  const expected = { id: fact.id, type: 'case.fact_recorded', caseId: id, state: 'notice_review', createdAt };
  expect(text).toBe(JSON.stringify(expected));
  await Promise.all([chosen, all].map(({ receiver }) => receiver.stop()));
});

test('an endpoint can subscribe to the notes, deadlines and charges of live cases, and the messages leave out their details', async () => {
  const avery = await world.attorney({ states: ['MD'] });
  const { id, customer } = await world.inReview(marylandFacts());
  const chosen = await subscribe(customer, ['case.note_added', 'case.deadline_changed', 'case.charge_changed']);
  await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'The tenant called Terry.' } });
  const deadline = { name: 'Mediation', date: day(20), citation: 'Md. Rule 17-205' };
  await avery.send('POST', `/v1/attorney/cases/${id}/deadlines`, { body: deadline });
  const charge = await prisma.charge.findFirstOrThrow({ where: { caseId: id } });
  await voidCharge(service.stack.store, charge.id);
  const other = await customer.submitted(marylandFacts());
  await expect.poll(() => chosen.raw().length, polling).toBe(4);
  expect(
    messages(chosen.raw())
      .map(({ type, caseId }) => `${type} ${caseId}`)
      .toSorted(),
  ).toEqual(
    [
      `case.charge_changed ${id}`,
      `case.charge_changed ${other.id}`,
      `case.deadline_changed ${id}`,
      `case.note_added ${id}`,
    ].toSorted(),
  );
  expect(chosen.raw().join('')).not.toContain('Terry');
  await chosen.receiver.stop();
});

test('an unknown event type is refused, and so is an empty list of types', async () => {
  const customer = await service.signUp();
  const ask = (events: unknown) =>
    customer.send('POST', '/v1/webhook-endpoints', { body: { url: 'https://8.8.8.8/in', events } });
  expect(await expectIssues(ask(['case.submit', 'case.nothing', 'submit']))).toEqual([
    'events[1] one_of',
    'events[2] one_of',
  ]);
  expect(await expectIssues(ask([]))).toEqual(['events too_few']);
});

test('an endpoint that is enabled again gets only new events, and the event feed has the missed ones', async () => {
  const customer = await service.signUp();
  const { receiver, endpoint, raw } = await subscribe(customer);
  receiver.respondWith((response) => response.writeHead(500).end());
  const { id } = await customer.submitted(buildFacts());
  const failed = () => prisma.webhookDelivery.count({ where: { endpointId: endpoint.id, status: 'failed' } });
  await expect.poll(failed, polling).toBe((await customer.events(id)).length);
  await pool.query(`UPDATE "WebhookEndpoint" SET "disabledAt" = now(), "failingSince" = now() WHERE id = $1`, [
    endpoint.id,
  ]);
  for (let step = 0; step < 4; step += 1) await customer.act(id, 'advance');
  const missed = (await customer.events(id)).map((event) => event.id);
  const attempts = raw().length;
  receiver.respondWith((response) => response.writeHead(200).end());
  const again = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
  expect(again.body.id).toBe(endpoint.id);
  await customer.act(id, 'withdraw');
  const all = (await customer.events(id)).map((event) => event.id);
  const isNew = (one: string) => !missed.includes(one);
  await expect.poll(() => messages(raw().slice(attempts)).map((one) => one.id), polling).toEqual(all.filter(isNew));
  expect(all.filter(isNew).length).toBeGreaterThan(0);
  const feed = (await customer.send('GET', '/v1/events?limit=100')).body.items as { id: string }[];
  expect(feed.map((event) => event.id)).toEqual(all);
  await receiver.stop();
});

describe('an endpoint that keeps failing', () => {
  async function listed({ send: ask }: Pick<Customer, 'send'>) {
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

  async function deliverOne({ organizationId }: { organizationId: string }): Promise<string[]> {
    return (await recordEvents(service.stack, organizationId, [{ action: 'submit' }])).deliveryIds;
  }

  const statusOf = async (id = '') => (await prisma.webhookDelivery.findUnique({ where: { id } }))?.status;

  /** Creates a customer whose endpoint responds with 500. */
  async function withFailingEndpoint() {
    const customer = await service.signUp();
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
});
