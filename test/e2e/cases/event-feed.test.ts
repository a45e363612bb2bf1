import { deleteSandboxShell } from '@evict/store/retention';
import type { FeedEvent } from '@evict/contract';
import { eraseCase } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { buildFacts } from '../support/facts.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';
import { register } from '../support/webhooks.ts';

const { stack, signUp, actingAs } = await sharedService();

interface Page {
  items: FeedEvent[];
  nextCursor: string;
}

async function page(customer: Customer, query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await customer.send('GET', pathOf(query));
  expect(status).toBe(200);
  return body;
}

const pathOf = (query: Record<string, string>) => `/v1/events?${new URLSearchParams(query).toString()}`;

/** Reads all events after a cursor in pages of this size, and returns them with the final cursor. */
async function readOn(customer: Customer, limit: number, query: Record<string, string> = {}): Promise<Page> {
  const items: FeedEvent[] = [];
  for (let next = query; ;) {
    const found = await page(customer, { ...next, limit: String(limit) });
    items.push(...found.items);
    if (found.items.length === 0) return { items, nextCursor: found.nextCursor };
    next = { ...query, cursor: found.nextCursor };
  }
}

test('the feed has the events of all cases in order, and they match the messages to webhook receivers', async () => {
  const customer = await signUp();
  const start = await page(customer);
  expect(start).toEqual({ items: [], nextCursor: expect.any(String) });
  const { id: endpointId } = await register(customer, 'https://hooks.example.com/cases');
  const [one, two] = [await customer.submitted(buildFacts()), await customer.submitted(buildFacts())];
  await customer.advance(one.id);
  await customer.reportCure(two.id);
  await customer.advance(two.id);
  await customer.withdraw(one.id);

  const { items, nextCursor } = await readOn(customer, 2);
  expect(items).toEqual((await readOn(customer, 100, { cursor: start.nextCursor })).items);
  for (const { id } of [one, two]) {
    let state: string | null = null;
    const expected = (await customer.events(id)).map((event) => {
      state = event.toState ?? state;
      return { ...event, caseId: id, type: `case.${event.action}`, state };
    });
    expect(items.filter(({ caseId }) => caseId === id)).toEqual(expected);
  }
  const times = items.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());

  const deliveries = await stack.store.prisma.webhookDelivery.findMany({ where: { endpointId } });
  const bodies = deliveries.map(({ body }) => JSON.parse(body ?? ''));
  const message = ({ id, type, caseId, state, createdAt }: FeedEvent) => ({ id, type, caseId, state, createdAt });
  const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
  expect(bodies.toSorted(byId)).toEqual(items.map(message).toSorted(byId));

  // A client that reads again later gets only what has happened since.
  expect(await page(customer, { cursor: nextCursor })).toEqual({ items: [], nextCursor });
  await customer.withdraw(two.id);
  expect((await page(customer, { cursor: nextCursor })).items).toMatchObject([
    { type: 'case.withdraw', caseId: two.id },
  ]);
});

test('the feed can be filtered by type, and a cursor works only with the same filter', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  await customer.submitted(buildFacts());
  await customer.advance(id);
  const all = (await readOn(customer, 100)).items;
  const submits = await readOn(customer, 1, { type: 'case.submit' });
  expect(submits.items).toEqual(all.filter(({ type }) => type === 'case.submit'));
  expect(submits.items).toHaveLength(2);
  await customer.withdraw(id);
  expect((await page(customer, { type: 'case.close' })).items).toEqual([]);
  const { nextCursor: unfiltered } = await page(customer);
  for (const query of [
    { cursor: unfiltered, type: 'case.submit' },
    { cursor: submits.nextCursor },
    { cursor: submits.nextCursor, type: 'case.withdraw' },
  ]) {
    expect(await expectIssues(customer.send('GET', pathOf(query)))).toEqual(['cursor cursor']);
  }
  for (const type of ['submit', 'case.erased', ''])
    expect(await expectIssues(customer.send('GET', pathOf({ type })))).toEqual(['type one_of']);
  expect(await expectIssues(customer.send('GET', '/v1/events?type=case.submit&type=case.close&limit=0'))).toEqual([
    'limit pattern',
    'type type',
  ]);
});

test('a feed that starts at a point in time contains exactly the events from then on, with or without a filter by type', async () => {
  const customer = await signUp();
  expect(await page(customer, { cursor: '2020-01-01T00:00:00Z' })).toEqual(await page(customer));
  const { id } = await customer.submitted(buildFacts());
  await customer.withdraw(id);
  const { items } = await readOn(customer, 100);
  const last = items.at(-1)!;
  const type = 'case.withdraw';
  const offset = last.createdAt.replace('Z', '+00:00');
  for (const cursor of [last.createdAt, offset]) {
    const start = await page(customer, { cursor });
    expect(start.items).toEqual([]);
    const first = items.findIndex(({ createdAt }) => createdAt >= last.createdAt);
    expect((await page(customer, { cursor: start.nextCursor })).items).toEqual(items.slice(first));
  }
  const ofType = await page(customer, { cursor: '2020-01-01T00:00:00+14:00', type });
  expect((await page(customer, { cursor: ofType.nextCursor, type })).items).toMatchObject([{ type }]);
  const { nextCursor: end } = await page(customer, { cursor: '2199-01-01T00:00:00Z' });
  expect((await page(customer, { cursor: end })).items).toEqual([]);
  for (const cursor of ['2026-02-30T00:00:00Z', '2026-07-01', '2026-07-01T09:00:00', 'today'])
    expect(await expectIssues(customer.send('GET', pathOf({ cursor })))).toEqual(['cursor cursor']);
});

test('a feed that starts now contains exactly the later events, with or without a filter by type', async () => {
  const customer = await signUp();
  const beforeAny = await page(customer, { cursor: 'now' });
  expect(beforeAny).toEqual({ items: [], nextCursor: (await page(customer)).nextCursor });
  const { id } = await customer.submitted(buildFacts());
  const type = 'case.withdraw';
  const [all, one] = [await page(customer, { cursor: 'now' }), await page(customer, { cursor: 'now', type })];
  expect([all.items, one.items]).toEqual([[], []]);
  await customer.withdraw(id);
  const later = (await page(customer, { cursor: all.nextCursor })).items;
  expect(later[0]).toMatchObject({ type });
  expect((await page(customer, { cursor: one.nextCursor, type })).items).toEqual(later.slice(0, 1));
  expect((await readOn(customer, 100, { cursor: beforeAny.nextCursor })).items).toHaveLength(
    (await customer.events(id)).length,
  );
});

test('the feed has no events of another organization or mode, and a cursor works only in its own feed', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  await mine.submitted(buildFacts());
  const { items, nextCursor } = await page(mine);
  expect(items.length).toBeGreaterThan(0);
  expect((await page(mine.session)).items).toEqual(items);
  const live = actingAs(mine.session.credential, { 'x-service-mode': 'live' });
  for (const stranger of [theirs, live]) {
    expect((await page(stranger)).items).toEqual([]);
    expect(await expectIssues(stranger.send('GET', pathOf({ cursor: nextCursor })))).toEqual(['cursor cursor']);
  }
  await mine.create(buildFacts());
  const { body } = await mine.send('GET', '/v1/cases?limit=1');
  expect(await expectIssues(mine.send('GET', pathOf({ cursor: body.nextCursor })))).toEqual(['cursor cursor']);
});

test("an erased case's events lose their details and authors, and paging works across the gap that deleted events leave", async () => {
  const customer = await signUp();
  const [erased, kept] = [await customer.submitted(buildFacts()), await customer.submitted(buildFacts())];
  for (const { id } of [erased, kept]) await customer.withdraw(id);
  const before = (await readOn(customer, 100)).items;
  const { nextCursor } = await page(customer, { limit: '1' });
  expect(before[0]).toMatchObject({ caseId: erased.id });

  const { store, blobs } = stack;
  await eraseCase(store, { caseId: erased.id, operator: 'robin', list: '', blobs });
  expect((await readOn(customer, 100)).items).toEqual(
    before.map(({ authorId, ...event }) =>
      event.caseId === erased.id ? { ...event, detail: null } : { ...event, ...(authorId && { authorId }) },
    ),
  );
  await pastTriggers(store, `UPDATE "Case" SET "erasedAt" = now() - interval '366 days' WHERE id = $1`, [erased.id]);
  expect(await deleteSandboxShell(store, erased.id, '')).toBe(true);
  const left = before.filter(({ caseId }) => caseId === kept.id);
  expect((await readOn(customer, 1)).items).toEqual(left);
  expect((await readOn(customer, 1, { cursor: nextCursor })).items).toEqual(left);
});
