import { type Ground, grounds, type State, states } from '@evict/case-model';
import { eraseCase } from '@evict/store/erasure';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, blobs } = service.stack;

interface Item {
  id: string;
  state: State;
  ground: Ground;
  reference: string | null;
  createdAt: string;
  updatedAt: string;
}

type Sender = Pick<Customer, 'send'>;

async function page(customer: Sender, query: string) {
  const { status, body } = await customer.send('GET', `/v1/cases?${query}`);
  expect(status, query).toBe(200);
  return body as { items: Item[]; nextCursor: string | null };
}

const faultsOf = (customer: Sender, query: string) => expectIssues(customer.send('GET', `/v1/cases?${query}`));

/** Reads all pages for a filter and returns their cases. `between` runs before each page except the first. */
async function list(customer: Sender, filter: URLSearchParams, limit = 100, between = async () => {}): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams(filter);
    query.set('limit', String(limit));
    if (cursor) {
      query.set('cursor', cursor);
      await between();
    }
    const { items, nextCursor }: Awaited<ReturnType<typeof page>> = await page(customer, query.toString());
    // Every page except the last is full.
    if (nextCursor === null) expect(items.length).toBeLessThanOrEqual(limit);
    else expect(items).toHaveLength(limit);
    found.push(...items);
    cursor = nextCursor;
  }
  return found;
}

function createMany(customer: Customer, count: number) {
  return Promise.all(Array.from({ length: count }, () => customer.create(buildFacts())));
}

describe('a list of sixty cases of all states and grounds, some created at the same time', async () => {
  const customer = await service.signUp();
  const ids = (await createMany(customer, 60)).map(({ id }) => id);
  // Spreads the cases over all states and several months, and makes the order of their changes differ from that of
  // their creation.
  await pastTriggers(
    store,
    `UPDATE "Case" c SET state = ($2::text[])[1 + (n * 7) % $3], ground = ($4::text[])[1 + n % 3],
        "createdAt" = '2026-01-01'::timestamptz + (n / 3) * interval '1 day',
        "updatedAt" = '2026-03-01'::timestamptz + (n * 37 % 60) * interval '1 hour',
        reference = CASE WHEN n % 5 = 0 THEN 'R' || n END
      FROM unnest($1::text[]) WITH ORDINALITY AS u(id, n) WHERE c.id = u.id`,
    [ids, states, states.length, grounds],
  );
  const all = await list(customer, new URLSearchParams());

  test('is sorted newest first, shows each case exactly as a request for that case does, and has pages of 20 by default', async () => {
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all[0]).toEqual(await customer.read(all[0]?.id ?? ''));
    expect((await page(customer, '')).items).toHaveLength(20);
    expect((await page(customer, 'limit=59')).nextCursor).not.toBeNull();
    // The last page has no cursor, even if it is exactly full.
    expect((await page(customer, 'limit=60')).nextCursor).toBeNull();
  });

  test('contains exactly the matching cases for every combination of filters, in order, at any page size', async () => {
    const filters = fc.record(
      {
        state: fc.subarray([...states], { minLength: 1 }),
        ground: fc.constantFrom(...grounds),
        updatedSince: fc.constantFrom(...all.map(({ updatedAt }) => updatedAt), '2100-01-01T00:00:00Z'),
        reference: fc.constantFrom('R5', 'R60', 'none'),
        sort: fc.constantFrom('createdAt', 'updatedAt'),
        limit: fc.constantFrom(1, 4, 7, 60, 100),
      },
      { requiredKeys: ['limit'] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async ({ limit, state, ground, updatedSince, reference, sort }) => {
        const query = new URLSearchParams();
        for (const one of state ?? []) query.append('state', one);
        for (const [name, value] of Object.entries({ ground, updatedSince, reference, sort })) {
          if (value !== undefined) query.set(name, value);
        }
        const expected = all.filter(
          (one) =>
            (state ?? states).includes(one.state) &&
            (ground ?? one.ground) === one.ground &&
            (updatedSince ?? '') <= one.updatedAt &&
            (reference ?? one.reference) === one.reference,
        );
        // No two cases have the same updatedAt.
        if (sort === 'updatedAt') expected.sort((one, two) => two.updatedAt.localeCompare(one.updatedAt));
        expect(await list(customer, query, limit), query.toString()).toEqual(expected);
      }),
      { numRuns: 60, examples: [[{ limit: 1 }], [{ limit: 7 }], [{ limit: 60 }]] },
    );
  });

  test('accepts a cursor with any limit, but only with the same filter, however the filter is written', async () => {
    const { nextCursor } = await page(customer, 'state=draft&state=closed&updatedSince=2026-01-01T00:00:00Z&limit=1');
    const cursor = encodeURIComponent(nextCursor ?? '');
    const same = [
      'state=closed&state=draft&updatedSince=2026-01-01T00:00:00Z&limit=3',
      'state=closed&state=draft&state=closed&updatedSince=2026-01-01T01:00:00.000%2B01:00',
    ];
    for (const query of same) await page(customer, `${query}&cursor=${cursor}`);
    const others = [
      '',
      'state=draft&state=closed',
      'state=draft&state=closed&updatedSince=2026-01-01T00:00:01Z',
      'state=draft&state=closed&updatedSince=2026-01-01T00:00:00Z&sort=updatedAt',
      'state=draft&state=closed&updatedSince=2026-01-01T00:00:00Z&ground=holdover',
    ];
    for (const query of others)
      expect(await faultsOf(customer, `${query}&cursor=${cursor}`), query).toEqual(['cursor cursor']);
    for (const altered of ['', 'next', cursor.slice(0, -4), 'x'.repeat(512)])
      expect(await faultsOf(customer, `cursor=${altered}`)).toEqual(['cursor cursor']);
    expect(await faultsOf(customer, 'sort=updatedAt&q=way')).toEqual(['sort combination']);
  });
});

test('paging neither repeats nor skips a case, even if cases are created or changed between two pages', async () => {
  const customer = await service.signUp();
  expect(await page(customer, '')).toEqual({ items: [], nextCursor: null });
  const ids = (await createMany(customer, 12)).map(({ id }) => id);
  const found = await list(customer, new URLSearchParams(), 3, async () => {
    await createMany(customer, 3);
    await customer.edit(ids[0] ?? '', { freeText: crypto.randomUUID() });
  });
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('no filter finds an erased case or one of another organization or mode', async () => {
  const [customer, other] = await Promise.all([service.signUp(), service.signUp()]);
  const live = inLiveMode(service, customer);
  const mine = await customer.create(buildFacts());
  const theirs = await other.create(buildFacts());
  const inLive = await live.create(marylandFacts());
  const erased = await customer.create(buildFacts());
  for (const [by, { id }] of [
    [customer, mine],
    [other, theirs],
    [live, inLive],
  ] as const) {
    await by.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: 'Shared' } });
  }
  await customer.withdraw(erased.id);
  await eraseCase(store, { caseId: erased.id, operator: 'robin', list: '', blobs });
  for (const query of [
    'reference=Shared',
    `state=draft&state=withdrawn&ground=${mine.ground}&updatedSince=2000-01-01T00:00:00Z`,
  ]) {
    const found = await Promise.all([customer, other, live].map((by) => list(by, new URLSearchParams(query))));
    expect(found.map((items) => items.map(({ id }) => id))).toEqual([[mine.id], [theirs.id], [inLive.id]]);
  }
});

test('a page has at most 100 cases, however many are requested', async () => {
  const customer = await service.signUp();
  await createMany(customer, 101);
  for (const limit of [100, 101, 999_999_999]) {
    expect((await page(customer, `limit=${limit}`)).items).toHaveLength(100);
  }
});

test('every error in the query of a case list is reported', async () => {
  const customer = await service.signUp();
  const refused = (query: string) => faultsOf(customer, query);
  expect(await refused('state=draft&state=Draft&ground=rent&updatedSince=yesterday&reference=&limit=0')).toEqual([
    'ground one_of',
    'limit pattern',
    'reference too_short',
    'state[1] one_of',
    'updatedSince date_time',
  ]);
  expect(await refused(`reference=${'x'.repeat(101)}&ground=holdover&ground=holdover`)).toEqual([
    'ground type',
    'reference too_long',
  ]);
  expect(await refused(`cursor=${'x'.repeat(513)}&limit=1&limit=2&page=2`)).toEqual(['cursor too_long', 'limit type']);
  for (const limit of ['-1', '1.0', '%201', '', '%D9%A1'])
    expect(await refused(`limit=${limit}`)).toEqual(['limit pattern']);
  for (const limit of ['01', '101', '999999999']) await page(customer, `limit=${limit}`);
  for (const time of ['2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', '0001-01-01T00:00:00Z'])
    expect(await refused(`updatedSince=${time}`), time).toEqual(['updatedSince date_time']);
  for (const time of ['1900-01-01T00:00:00Z', '2200-12-31T23:59:59.999999999Z', '2026-01-01T00:00:00-11:30']) {
    await page(customer, `updatedSince=${encodeURIComponent(time)}`);
  }
});
