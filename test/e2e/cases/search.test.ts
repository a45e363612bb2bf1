import type { CaseFacts } from '@evict/case-model';
import { searchCases } from '@evict/store/search';
import { type PageEnd } from '@evict/store/cases';
import { eraseCase } from '@evict/store/erasure';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, blobs } = service.stack;

async function find(customer: Pick<Customer, 'send'>, q: string, rest = ''): Promise<string[]> {
  const { status, body } = await customer.send('GET', `/v1/cases?q=${encodeURIComponent(q)}${rest}`);
  expect(status, q).toBe(200);
  return (body.items as { id: string }[]).map(({ id }) => id);
}

function factsWith(property: Partial<CaseFacts['property']>, ...names: string[]): CaseFacts {
  const facts = buildFacts();
  const tenants = names.map((name) => ({ role: 'defendant', name }) as const);
  return buildFacts({
    property: { ...facts.property, ...property },
    parties: [...facts.parties.slice(0, 1), ...tenants],
  });
}

describe('a search', async () => {
  const customer = await service.signUp();
  const address = { line1: '12½ Straße des Friedens', unit: '4B', city: 'São Żółw', county: 'Ørsted', zip: '00017' };
  const facts = factsWith(address, 'José  Núñez-O’Brien', 'ΓΙΩΡΓΟΣ Παπαδόπουλος', 'Дмитрий Ёлкин', 'Łukasz 100%_Æsir');
  const { id } = await customer.create({ ...facts, freeText: 'Something about Quetzalcoatl.' });
  await customer.create(factsWith({ line1: '1 Other Road' }, 'Li Wu'));

  // Unit tests cover how search strings are normalized.
  test.each(['12 1/2 strasse', 'straße des friedens, 4b, sao zolw', '00017', 'órsted', 'Ёлкин, Дмитрий', '½', '%'])(
    'for %j finds the case',
    async (q) => {
      expect(await find(customer, q)).toEqual([id]);
    },
  );

  test.each(['quetzalcoatl', 'strasse  4b', 'brien\nγιωργοσ', 'jose%nunez', 'jos_', '\\', 'ß'.repeat(100)])(
    "for %j doesn't find the case",
    async (q) => {
      expect(await find(customer, q)).toEqual([]);
    },
  );
});

test("a search reflects changes to a draft's facts", async () => {
  const customer = await service.signUp();
  const { id } = await customer.create(factsWith({}, 'Nina Before'));
  const { id: submitted } = await customer.submitted(factsWith({}, 'Nina Submitted'));
  expect(await find(customer, 'nina')).toEqual([submitted, id]);
  await customer.edit(id, { parties: factsWith({}, 'Otto After').parties });
  expect(await find(customer, 'nina')).toEqual([submitted]);
  expect(await find(customer, 'otto')).toEqual([id]);
  await customer.advance(submitted);
  expect(await find(customer, 'nina')).toEqual([submitted]);
});

test('a case is found by its current reference and by its court case number', async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(factsWith({}, 'Nina Numbered'));
  await customer.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: 'Unit-4B/2026' } });
  expect(await find(customer, 'unit-4b')).toEqual([id]);
  await customer.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: null } });
  expect(await find(customer, 'unit-4b')).toEqual([]);
  let { courtCaseNumber } = await customer.read(id);
  while (courtCaseNumber === null) ({ courtCaseNumber } = await customer.advance(id));
  expect(await find(customer, courtCaseNumber.toLowerCase())).toEqual([id]);
});

test('a search finds only cases of its own organization and mode', async () => {
  const [customer, other] = await Promise.all([service.signUp(), service.signUp()]);
  const live = inLiveMode(service, customer);
  const mine = await customer.create(factsWith({}, 'Shared Name'));
  const theirs = await other.create(factsWith({}, 'Shared Name'));
  const { id: inLive } = await live.create({ ...marylandFacts(), parties: mine.data.parties });
  const found = await Promise.all([customer, other, live].map((by) => find(by, 'shared name')));
  expect(found).toEqual([[mine.id], [theirs.id], [inLive]]);
});

test("an erased case can't be found by its former facts, and its search row is deleted", async () => {
  const customer = await service.signUp();
  const { id } = await customer.create(factsWith({}, 'Erased Entirely'));
  await customer.withdraw(id);
  expect(await find(customer, 'erased entirely')).toEqual([id]);
  await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs });
  expect(await find(customer, 'erased')).toEqual([]);
  expect(await store.prisma.caseSearch.findUnique({ where: { caseId: id } })).toBeNull();
});

test('a search string must have 1 to 100 characters and not consist of spaces and punctuation alone, and a cursor works only with the same string', async () => {
  const customer = await service.signUp();
  for (let count = 0; count < 2; count += 1) await customer.create(factsWith({}, 'Twice'));
  const faults = (query: string) => expectIssues(customer.send('GET', `/v1/cases?${query}`));
  expect(await faults('q=')).toEqual(['q too_short']);
  expect(await faults(`q=${'x'.repeat(101)}`)).toEqual(['q too_long']);
  expect(await faults('q=%20,%CC%81%0A%27-.')).toEqual(['q blank']);
  expect(await faults('q=a&q=b')).toEqual(['q type']);
  const { nextCursor } = (await customer.send('GET', '/v1/cases?q=twice&limit=1')).body;
  expect(await find(customer, 'twice', `&cursor=${nextCursor}`)).toHaveLength(1);
  for (const query of ['q=twic', 'q=Twice', '']) {
    expect(await faults(`${query}&cursor=${nextCursor}`), query).toEqual(['cursor cursor']);
  }
});

describe('a search among three thousand cases from three years', async () => {
  const customer = await service.signUp();
  const scope = { organizationId: customer.organizationId, mode: 'test' } as const;
  const count = 3000;
  // Every eighth case is on Elm Street, and the thirty oldest are on Yew Lane. One in seven is closed.
  await store.pool.query(
    `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction",
        "createdAt", "updatedAt")
      SELECT 'case_' || gen_random_uuid(), $1, 'test', CASE WHEN n % 7 = 0 THEN 'closed' ELSE 'draft' END,
        CASE WHEN n % 2 = 0 THEN 'holdover' ELSE 'nonpayment' END, 'notice', 'ZZ', jsonb_set($3::jsonb, '{property,line1}',
          to_jsonb(n || CASE WHEN n > $2 - 30 THEN ' Yew Lane' WHEN n % 8 = 0 THEN ' Elm Street' ELSE ' Oak Road' END)),
        '{"by": "customer", "description": "Submit."}', now() - n * interval '9 hours', now() - n * interval '1 hour'
      FROM generate_series(1, $2::int) n`,
    [scope.organizationId, count, JSON.stringify(factsWith({ unit: undefined, county: undefined }, 'Li Wu'))],
  );
  await store.pool.query(
    `INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts)
      SELECT id, "organizationId", mode, "createdAt", lower(concat_ws(E'\n',
        concat_ws(' ', facts #>> '{property,line1}', facts #>> '{property,city}', facts #>> '{property,state}', facts #>> '{property,zip}'),
        'Sandbox Holdings LLC Sandbox Holdings LLC', 'Li Wu Li Wu'))
      FROM "Case" WHERE "organizationId" = $1`,
    [scope.organizationId],
  );
  const { rows } = await store.pool.query<{ id: string; line1: string; state: string; ground: string }>(
    `SELECT id, facts #>> '{property,line1}' AS line1, state, ground FROM "Case"
      WHERE "organizationId" = $1 ORDER BY "createdAt" DESC, id DESC`,
    [scope.organizationId],
  );
  const { city, state: inState, zip } = buildFacts().property;
  const textOf = (line1: string) =>
    `${line1} ${city} ${inState} ${zip}\nSandbox Holdings LLC Sandbox Holdings LLC\nLi Wu Li Wu`.toLowerCase();
  const expected = (text: string, matches: (row: (typeof rows)[0]) => boolean = () => true) =>
    rows.filter((row) => textOf(row.line1).includes(text) && matches(row)).map(({ id }) => id);

  /** Returns the ids from all pages of a search. */
  async function all(q: string, filter: Parameters<typeof searchCases>[2], limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let after: PageEnd | null = null; ;) {
      const found = await searchCases(store, scope, filter, q, { limit, after });
      expect(found.length).toBeLessThanOrEqual(limit + 1);
      ids.push(...found.slice(0, limit));
      const last = ids.at(-1);
      if (found.length <= limit || last === undefined) return ids;
      const row = await store.prisma.case.findUniqueOrThrow({ where: { id: last }, select: { createdAt: true } });
      after = { at: row.createdAt, id: last };
    }
  }

  test.each([
    ['elm street', {}],
    ['yew', {}],
    ['e', {}],
    ['ew', {}],
    ['ew l', {}],
    ['yx', {}],
    ['li wu', { states: ['closed'] }],
    ['7 elm street testville', {}],
    ['elm', { states: ['closed'] }],
    ['yew', { states: ['closed'], ground: 'holdover' }],
    ['elm', { ground: 'holdover', updatedSince: new Date(Date.now() - 1000.5 * 3_600_000) }],
    ['oak', { states: ['withdrawn'] }],
  ] as const)('for "%s" with %j finds every match in order, at any page size', async (q, filter) => {
    const since = 'updatedSince' in filter ? 1000 : count;
    const wanted = expected(q, (row) => {
      const isInState = !('states' in filter) || (filter.states as readonly string[]).includes(row.state);
      const isOfGround = !('ground' in filter) || filter.ground === row.ground;
      return isInState && isOfGround && Number(row.line1.split(' ')[0]) <= since;
    });
    expect(await all(q, filter, 100)).toEqual(wanted);
    expect(await all(q, filter, 37)).toEqual(wanted);
  });

  test('finds the same cases even if the organization runs many searches at once', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => find(customer, 'Yew Lane', '&limit=100')));
    for (const ids of found) expect(ids).toEqual(expected('yew'));
    expect(await find(customer, 'yew', '&limit=1')).toEqual(expected('yew').slice(0, 1));
  });
});
