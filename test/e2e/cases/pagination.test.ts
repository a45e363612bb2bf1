import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const { signUp } = await startService();

interface Page {
  items: { id: string; createdAt: string }[];
  nextCursor: string | null;
}

async function page(customer: Customer, query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await customer.send('GET', `/v1/cases?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
}

async function createMany(customer: Customer, count: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => customer.create(buildFacts())));
  return made.map(({ id }) => id);
}

/** Every page from the first to the last; `between` runs after each. */
async function walk(customer: Customer, limit: number, between = async () => {}): Promise<Page[]> {
  const pages = [await page(customer, { limit: String(limit) })];
  for (;;) {
    const cursor = pages.at(-1)?.nextCursor;
    if (!cursor) return pages;
    await between();
    pages.push(await page(customer, { limit: String(limit), cursor }));
  }
}

test('without cases there is one empty page', async () => {
  expect(await page(await signUp())).toEqual({ items: [], nextCursor: null });
});

describe('45 cases', async () => {
  const customer = await signUp();
  const ids = await createMany(customer, 45);

  test('come newest first, each once, on pages of any size', async () => {
    for (const limit of [1, 7, 15, 20, 44, 45, 100]) {
      const pages = await walk(customer, limit);
      const items = pages.flatMap((one) => one.items);
      expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      const times = items.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(pages.map((one) => one.items.length)).toEqual([
        ...Array<number>(pages.length - 1).fill(limit),
        45 - limit * (pages.length - 1),
      ]);
    }
  });

  test('a page has 20 of them unless it is asked for others', async () => {
    expect((await page(customer)).items.length).toBe(20);
    expect((await page(customer, { limit: '21' })).items.length).toBe(21);
  });

  test('the last page has no cursor, even when it is exactly full', async () => {
    expect((await page(customer, { limit: '45' })).nextCursor).toBeNull();
    expect((await page(customer, { limit: '44' })).nextCursor).not.toBeNull();
  });

  test('an item is the case as it is read alone', async () => {
    const [first] = (await page(customer, { limit: '1' })).items;
    expect(first).toEqual(await customer.read(first?.id ?? ''));
  });

  test('a cursor used twice gives the same page', async () => {
    const { nextCursor } = await page(customer, { limit: '10' });
    const query = { limit: '10', cursor: nextCursor ?? '' };
    expect(await page(customer, query)).toEqual(await page(customer, query));
  });
});

test('cases created between two pages are neither repeated nor make others skipped', async () => {
  const customer = await signUp();
  const ids = await createMany(customer, 12);
  const pages = await walk(customer, 5, async () => {
    await createMany(customer, 3);
  });
  expect(
    pages
      .flatMap(({ items }) => items)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted());
});

test('a case that changes between two pages keeps its position', async () => {
  const customer = await signUp();
  const ids = await createMany(customer, 6);
  const pages = await walk(customer, 2, async () => {
    await customer.edit(ids[0] ?? '', { freeText: 'changed' });
  });
  expect(
    pages
      .flatMap(({ items }) => items)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted());
});

describe('the query', async () => {
  const customer = await signUp();
  await createMany(customer, 2);
  const { nextCursor } = await page(customer, { limit: '1' });
  const cursor = nextCursor ?? '';

  test.each(['1', '01', '2', '100', '101', '000000100', '999999999'])('takes the limit %s', async (limit) => {
    expect((await page(customer, { limit })).items.length).toBe(Math.min(2, Number(limit)));
  });

  test.each(['0', '00', '-1', '+1', '1.0', '1e2', ' 1', '1 ', '', 'ten', '١'])(
    'refuses the limit %j',
    async (limit) => {
      const query = new URLSearchParams({ limit }).toString();
      expect(await expectIssues(customer.send('GET', `/v1/cases?${query}`))).toEqual(['limit pattern']);
    },
  );

  test('refuses a limit of ten digits', async () => {
    expect(await expectIssues(customer.send('GET', '/v1/cases?limit=0000000001'))).toEqual(['limit too_long']);
  });

  test.each([
    ['empty', ''],
    ['invented', 'next'],
    ['altered', cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')],
    ['cut short', cursor.slice(0, -4)],
    ['of other bytes', Buffer.from('\u0000\u0000').toString('base64url')],
    ['of a date that is none', Buffer.from('x.case_1.abc').toString('base64url')],
    ['of 512 characters', 'x'.repeat(512)],
  ])('refuses a cursor that is %s', async (_, altered) => {
    const query = new URLSearchParams({ cursor: altered }).toString();
    expect(await expectIssues(customer.send('GET', `/v1/cases?${query}`))).toEqual(['cursor cursor']);
  });

  test('reports every fault at once: too long, repeated', async () => {
    const query = `cursor=${'x'.repeat(513)}&limit=1&limit=2&page=2`;
    expect(await expectIssues(customer.send('GET', `/v1/cases?${query}`))).toEqual(['cursor too_long', 'limit type']);
  });
});
