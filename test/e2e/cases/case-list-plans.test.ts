import { type Ground, grounds, type State, states } from '@evict/case-model';
import { type CaseFilter, type PageEnd } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { openTestStore, pageStatement, placeStatement, searchStatement } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { planOf } from '../support/plans.ts';

/**
 * A page of cases must cost the same however many cases there are, and however few of them match: among fifty thousand
 * cases of one organization no filter reads more than a few hundred of the thousands of blocks that they fill.
 */
const rows = 50_000;
const maxBlocks = 900;

// Filling a table takes longer than a service lets a statement run.
const store = openTestStore(await cloneDatabase(), undefined, 'maintenance');
const { pool, prisma } = store;
afterAll(() => store.close());

const scope = { organizationId: newId('organization'), mode: 'test' } as const;
const other = { organizationId: newId('organization'), mode: 'test' } as const;

const common: State[] = ['draft', 'closed', 'withdrawn', 'cure_period'];
/** Three cases are in it, the oldest ones. */
const rare: State = 'writ_issued';
const absent: State = 'writ_requested';
const [ground] = grounds as readonly [Ground, ...Ground[]];
const reader = newId('user');
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

beforeAll(async () => {
  for (const { organizationId } of [scope, other]) {
    await prisma.organization.create({ data: { id: organizationId, name: 'A' } });
    // A case an hour. The oldest tenth, which the page comes to last, was changed last.
    await pool.query(
      `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction",
          "createdAt", "updatedAt", reference)
        SELECT 'case_' || gen_random_uuid(), $1, 'test',
          CASE WHEN n > $2 - 3 THEN $3 ELSE ($4::text[])[1 + n % 4] END, ($5::text[])[1 + n % 3], 'notice', 'ZZ', '{}', '{}',
          now() - make_interval(hours => n),
          CASE WHEN n > $2 * 0.9 THEN now() - make_interval(secs => n % 3000) ELSE now() - make_interval(hours => n) END,
          'R' || n
        FROM generate_series(1, $2::int) n`,
      [organizationId, rows, rare, common, grounds],
    );
  }
  // Somebody who lists them has seen every case, and in each something happened since.
  await pool.query(
    `INSERT INTO "User" (id, "organizationId", email, "emailKey", role)
      SELECT id, $2, id, id, 'member' FROM (SELECT $1 AS id UNION ALL SELECT 'usr_' || n FROM generate_series(1, 5000) n) u`,
    [reader, scope.organizationId],
  );
  await pool.query(
    `INSERT INTO "CaseRead" SELECT $1, id, "updatedAt" - interval '1 hour' FROM "Case" WHERE "organizationId" = $2`,
    [reader, scope.organizationId],
  );
  await pastTriggers(
    store,
    `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "createdAt", "organizationId", mode, "feedPosition")
      SELECT 'evt_' || id, id, 1, 'submit', 'platform', "updatedAt", "organizationId", mode, row_number() OVER (ORDER BY "updatedAt")
      FROM "Case" WHERE "organizationId" = $1`,
    [scope.organizationId],
  );
  await pool.query('VACUUM ANALYZE "Case", "CaseRead", "CaseEvent", "User"');
}, 300_000);

/** Planned for its values, and for any values. */
const costOf = (statement: ReturnType<typeof pageStatement>) =>
  Promise.all([planOf(store, statement, 'custom'), planOf(store, statement, 'generic')]);

const page = (filter: CaseFilter, after: PageEnd | null) =>
  pageStatement(scope, filter, { limit: 20, after, maxBytes: 2 ** 20, reader });

const filters: readonly [string, CaseFilter, number][] = [
  ['none', {}, 20],
  ['a common state', { states: ['closed'] }, 20],
  ['a state of three cases', { states: [rare] }, 3],
  ['a state of none', { states: [absent] }, 0],
  ['every state', { states }, 20],
  ['a ground', { ground }, 20],
  ['a state and a ground', { states: ['draft'], ground }, 20],
  ['since long ago', { updatedSince: hoursAgo(rows) }, 20],
  ['since a while ago', { updatedSince: hoursAgo(100) }, 20],
  ['since an hour ago, which only old cases have', { updatedSince: hoursAgo(1) }, 20],
  ['since now', { updatedSince: hoursAgo(-1) }, 0],
  ['a state since an hour ago', { states: ['closed'], updatedSince: hoursAgo(1) }, 20],
  ['a state of three cases since long ago', { states: [rare], updatedSince: hoursAgo(rows) }, 3],
  ['states and a ground since an hour ago', { states: ['closed', rare], ground, updatedSince: hoursAgo(1) }, 20],
  ['the last change first', { byChange: true }, 20],
  ['a state of three cases, the last change first', { states: [rare], byChange: true }, 3],
  ['a ground since an hour ago, the last change first', { ground, updatedSince: hoursAgo(1), byChange: true }, 20],
  ['a reference', { reference: 'R7' }, 1],
  ['a reference that no case has', { reference: 'none' }, 0],
  ['a reference in a state since long ago', { reference: 'R8', states, ground, updatedSince: hoursAgo(rows) }, 0],
];

describe('a page reads no more than its part of an index', () => {
  test.each(filters)('%s', async (_, filter, found) => {
    for (const cost of await costOf(page(filter, null))) {
      expect(cost).toMatchObject({ found, whole: [] });
      expect(cost.blocks).toBeLessThan(maxBlocks);
    }
  });

  test.each(filters)('far down: %s', async (_, filter) => {
    for (const cost of await costOf(page(filter, { at: hoursAgo(rows / 2), id: 'case_' }))) {
      expect(cost.whole).toEqual([]);
      expect(cost.blocks).toBeLessThan(maxBlocks);
    }
  });
});

test.each([
  ['long ago', rows],
  ['a while ago', rows / 2],
  ['an hour ago', 1],
  ['now', -1],
])('a place in the feed reads some of its events: %s', async (_, hours) => {
  for (const cost of await costOf(placeStatement(scope, hoursAgo(hours)))) {
    expect(cost).toMatchObject({ found: 1, whole: [] });
    expect(new Set(cost.indexes)).toEqual(new Set(['CaseEvent_feed']));
    expect(cost.blocks).toBeLessThan(maxBlocks);
  }
});

describe('a search reads the index of texts, or for a text without a trigram the texts of its organization', async () => {
  // Among the newest 17,000 cases every tenth has a text.
  beforeAll(async () => {
    for (const { organizationId } of [scope, other]) {
      await pool.query(
        `INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts)
          SELECT id, "organizationId", mode, "createdAt",
            CASE WHEN n % 10 = 0 AND n < 17000 THEN n || ' oak street testville zz 00001' ELSE '' END
          FROM (SELECT *, row_number() OVER (ORDER BY "createdAt" DESC) AS n FROM "Case" WHERE "organizationId" = $1) c`,
        [organizationId],
      );
    }
    await pool.query('VACUUM ANALYZE "CaseSearch"');
  }, 300_000);

  test.each<[string, CaseFilter, number, number]>([
    ['16780 oak', {}, 1, 900],
    ['nobody has this', {}, 0, 900],
    ['oak street', {}, 21, 900],
    ['street oak', {}, 0, 900],
    ['16900 oak', { states: common, ground, updatedSince: hoursAgo(rows) }, 0, 900],
    ['q', {}, 0, 2500],
    ['ak', {}, 21, 900],
  ])('%s', async (text, filter, found, most) => {
    for (const cost of await costOf(searchStatement(scope, filter, text, { at: new Date(), id: '' }, 21))) {
      expect(cost).toMatchObject({ found, whole: [] });
      expect(cost.read).toBeLessThanOrEqual(rows);
      expect(cost.blocks).toBeLessThan(most);
    }
  });
});
