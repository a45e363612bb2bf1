import { createReceivers } from '@evict/testkit';
import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';
import { polling } from '../support/webhook-world.ts';

const receivers = await createReceivers();
const idleTimes = { everyMs: 50, overdueMs: 100, reportEveryMs: 60_000 };
const service = await startService({
  liveMode: true,
  idleTimes,
  webhooks: { ca: receivers.ca, retryDelaysMs: [], deadlineMs: 10_000 },
});
const { pool, prisma } = service.stack.store;
const world = liveWorld(service);

interface Message {
  id: string;
  type: string;
  caseId: string;
  state: string;
}

/** An endpoint for messages of these types, and what it has received. */
async function subscribe(customer: Pick<Customer, 'send'>, events?: readonly string[]) {
  const receiver = await receivers.start();
  const body = { url: receiver.url, ...(events && { events }) };
  const { status, body: endpoint } = await customer.send('POST', '/v1/webhook-endpoints', { body });
  expect(status).toBe(201);
  return { receiver, endpoint, raw: () => receiver.received.map(({ raw }) => raw) };
}

const messages = (raw: string[]) => raw.map((text) => JSON.parse(text) as Message);
const typesOf = (raw: string[]) => messages(raw).map(({ type }) => type);

test('an endpoint gets the types that it asked for, others those of all events; the list shows them', async () => {
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
  // The same fields in the same order as any message; nothing of what was reported.
  const [text] = chosen.raw().filter((one) => one.includes('fact_recorded'));
  const { createdAt } = JSON.parse(text ?? '') as { createdAt: string };
  const expected = { id: fact.id, type: 'case.fact_recorded', caseId: id, state: 'notice_review', createdAt };
  expect(text).toBe(JSON.stringify(expected));
  await Promise.all([chosen, all].map(({ receiver }) => receiver.stop()));
});

test('an endpoint that asked for them is told of the notes, deadlines and charges of a live case', async () => {
  const avery = await world.attorney({ states: ['MD'] });
  const { id, customer } = await world.inReview(marylandFacts());
  const chosen = await subscribe(customer, ['case.note_added', 'case.deadline_changed', 'case.charge_changed']);
  await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'The tenant called Terry.' } });
  const deadline = { name: 'Mediation', date: day(20), citation: 'Md. Rule 17-205' };
  await avery.send('POST', `/v1/attorney/cases/${id}/deadlines`, { body: deadline });
  await pool.query(`UPDATE "Charge" SET state = 'paid' WHERE "caseId" = $1`, [id]);
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

test('a type that there is not, and an empty list, are refused', async () => {
  const customer = await service.signUp();
  const ask = (events: unknown) =>
    customer.send('POST', '/v1/webhook-endpoints', { body: { url: 'https://8.8.8.8/in', events } });
  expect(await expectIssues(ask(['case.submit', 'case.nothing', 'submit']))).toEqual([
    'events[1] one_of',
    'events[2] one_of',
  ]);
  expect(await expectIssues(ask([]))).toEqual(['events too_few']);
});

test('an endpoint that is enabled again gets what it missed of a week, byte for byte', async () => {
  const customer = await service.signUp();
  const [missing, always] = [await subscribe(customer), await subscribe(customer)];
  missing.receiver.respondWith((response) => response.writeHead(500).end());
  const { id } = await customer.submitted(buildFacts());
  const failed = () => prisma.webhookDelivery.count({ where: { endpointId: missing.endpoint.id, status: 'failed' } });
  await expect
    .poll(async () => (await failed()) === always.raw().length && always.raw().length > 0, polling)
    .toBe(true);
  const seen = missing.raw().length;
  await pool.query(
    `UPDATE "WebhookEndpoint" SET "disabledAt" = now(), "failingSince" = now() - interval '6 days' WHERE id = $1`,
    [missing.endpoint.id],
  );
  for (let step = 0; step < 4; step += 1) await customer.act(id, 'advance');
  const count = (await customer.events(id)).length;
  await expect.poll(() => always.raw().length, polling).toBe(count);
  expect(missing.raw()).toHaveLength(seen);
  missing.receiver.respondWith((response) => response.writeHead(200).end());
  const again = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: missing.receiver.url } });
  expect(again.body.id).toBe(missing.endpoint.id);
  await expect.poll(() => missing.raw().length, polling).toBe(seen + count);
  expect(missing.raw().slice(seen).toSorted()).toEqual(always.raw().toSorted());
  expect(await failed()).toBe(0);
  await Promise.all([missing, always].map(({ receiver }) => receiver.stop()));
});

test('tens of thousands of events are caught up with in steps, without those older than a week', async () => {
  const customer = await service.signUp();
  const { endpoint, receiver } = await subscribe(customer);
  await receiver.stop();
  const { id } = await customer.create(buildFacts());
  const record = (from: number, to: number) =>
    pool.query(
      `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "toState", internal, detail, "createdAt",
         "organizationId", mode, "feedPosition")
       SELECT 'evt_' || gen_random_uuid(), $1, n, 'submit', 'customer', 'submitted', false, '{}',
         now() - make_interval(hours => CASE WHEN n <= 1000 THEN 200 ELSE 1 END), $2, 'test', n
       FROM generate_series($3::int, $4::int) n`,
      [id, customer.organizationId, from, to],
    );
  await record(1, 20_000);
  const update = (assignments: string) =>
    pool.query(`UPDATE "WebhookEndpoint" SET ${assignments} WHERE id = $1`, [endpoint.id]);
  const enable = async () => {
    expect((await customer.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })).status).toBe(201);
    // Until the test lets it end.
    await update(`"enabledAt" = now() + interval '1 hour'`);
  };
  const missedAfter = async () =>
    (await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } }))?.missedAfter;
  const deliveries = () => prisma.webhookDelivery.count({ where: { endpointId: endpoint.id } });
  await update(`"disabledAt" = now(), "failingSince" = now() - interval '30 days'`);
  await enable();
  await expect.poll(missedAfter, patient).toBe(20_000n);
  expect(await deliveries()).toBe(19_000);

  // Disabled on the way, it continues there.
  await pool.query(`DELETE FROM "WebhookDelivery" WHERE "endpointId" = $1`, [endpoint.id]);
  await update(`"disabledAt" = now(), "failingSince" = now(), "missedAfter" = 15000`);
  await enable();
  await expect.poll(missedAfter, patient).toBe(20_000n);
  expect(await deliveries()).toBe(5000);

  // A decision that saw it disabled records its event only now.
  await record(20_001, 20_001);
  await expect.poll(missedAfter, patient).toBe(20_001n);
  expect(await deliveries()).toBe(5001);
  await update(`"enabledAt" = now() - interval '1 minute'`);
  await expect.poll(missedAfter, patient).toBeNull();
  expect(await deliveries()).toBe(5001);
  await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
});

const patient = { ...polling, timeout: 120_000 };
