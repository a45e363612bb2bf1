import { ensureDatabase, withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { newCustomer } from './customers.ts';
import { type Figure, quantile } from './figures.ts';
import { drive, each, order } from './load.ts';
import { type BenchStack, startGateways } from './programs.ts';
import { compared, inTurn, median } from './rounds.ts';

const requests = 100;

/** Each against a page without a filter. One case is in `writ_issued`; the oldest hundredth was changed last. */
const filters = {
  'state of many': 'state=closed',
  'state of one case': 'state=writ_issued',
  'state of none': 'state=writ_requested',
  ground: 'ground=holdover',
  'three states and a ground': 'state=closed&state=draft&state=writ_issued&ground=holdover',
  'updated since long ago': 'updatedSince=2000-01-01T00:00:00Z',
  'updated since an hour ago': 'updatedSince=HOUR_AGO',
  'updated since tomorrow': 'updatedSince=TOMORROW',
  'a state and a ground since an hour ago': 'state=closed&ground=holdover&updatedSince=HOUR_AGO',
  reference: 'reference=R12345',
} as const;

const searches = {
  'a street of a tenth of the cases': 'q=oak%20street',
  'a word of all cases': 'q=testville',
  'one name': 'q=TENANT',
  'a name that nobody has': 'q=zzyzx%20nobody',
  'common parts that no case has': 'q=eetstr',
  'one common letter': 'q=a',
  'one letter of no case': 'q=%E2%82%AC',
  '100 characters': `q=${'oak%20street%20'.repeat(9)}x`,
  'a street in a state of one case': 'q=oak%20street&state=writ_issued',
} as const;

export const caseFilters: Benchmark = {
  name: 'case-filters',
  about: 'a list page of an organization with 1,000,000 cases (100,000 without --full): every filter against none',
  needs: 'stack',
  async measure(stack, { rounds, full, tiny }) {
    const list = await open(stack, full ? 1_000_000 : tiny ? 1000 : 100_000);
    try {
      const figures: Figure[] = [];
      for (const [name, query] of Object.entries(filters)) {
        const turns = await inTurn(
          rounds,
          () => list.p50(query),
          () => list.p50(''),
        );
        figures.push(
          ...compared(`${name}, p50`, turns, { unit: 'ms', goal: { atMost: 3 }, sides: ['filter', 'none'] }),
        );
      }
      for (const [name, query] of Object.entries(searches)) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) times.push(await list.p50(query));
        figures.push({ ...median(`search for ${name}, p50`, times, 'ms'), goal: { atMost: 50 } });
      }
      return figures;
    } finally {
      await list.stop();
    }
  },
};

/** A database with so many cases of one organization, created over three years, and gateways on it. */
async function open(stack: BenchStack, size: number) {
  const database = `bench_filters_${size}`;
  await ensureDatabase({ url: stack.databaseUrl }, database);
  await migrate(stack.databaseUrl(database));
  const { url, stop } = await startGateways(stack, { which: 'all', database });
  const { api, key } = await newCustomer(url);
  const { id } = await api.createCase({ body: buildFacts() });
  let tenant = '';
  await withClient(stack.databaseUrl(database), async (client) => {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
        WHERE indexname IN ('Case_changed_idx', 'Case_ground_state_idx', 'CaseSearch_keys_idx')`,
    );
    // Entries are faster written all at once, when the rows are there.
    for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
    await client.query('ALTER TABLE "Case" DISABLE TRIGGER "searchCase"');
    await client.query(copies, [id, size - 1]);
    await client.query(`INSERT INTO "CaseSearch" SELECT id, "organizationId", mode, "createdAt", "searchText"(facts)
      FROM "Case" ON CONFLICT DO NOTHING`);
    await client.query(`SET maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('ALTER TABLE "Case" ENABLE TRIGGER "searchCase"');
    await client.query('VACUUM ANALYZE "Case"');
    await client.query('VACUUM ANALYZE "CaseSearch"');
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ name: string }>(
      `SELECT facts #>> '{parties,1,name}' AS name FROM "Case" WHERE reference = 'R${Math.floor(size / 2)}'`,
    );
    tenant = rows[0]?.name ?? '';
  });
  const instants = { HOUR_AGO: -1, TOMORROW: 24 };
  return {
    /** Of one request after the other. */
    async p50(query: string): Promise<number> {
      let path = `/v1/cases?limit=20&${query}`.replace('TENANT', encodeURIComponent(tenant));
      for (const [name, hours] of Object.entries(instants)) {
        path = path.replace(name, new Date(Date.now() + hours * 3_600_000).toISOString());
      }
      const times: number[] = [];
      const one = order('GET', path, key);
      const next = each(Array.from({ length: requests }, () => one));
      await drive({ url, connections: 1, next, onResponse: (_body, _order, ms) => void times.push(ms) });
      return quantile(times, 0.5);
    },
    stop,
  };
}

/** One statement for all of them: each has a name of its own and one of ten thousand addresses. */
const copies = `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, progress,
    deadlines, "nextAction", clock, "createdAt", "updatedAt", reference)
  SELECT 'case_' || gen_random_uuid(), "organizationId", mode,
    CASE WHEN n = $2 THEN 'writ_issued' ELSE (ARRAY['draft', 'closed', 'withdrawn', 'resolved', 'cure_period'])[1 + n % 5] END,
    (ARRAY['nonpayment', 'lease_violation', 'holdover'])[1 + n % 3], "entryPoint", jurisdiction,
    jsonb_set(jsonb_set(facts, '{property,line1}', to_jsonb(n % 1000 || ' ' ||
        (ARRAY['Oak', 'Elm', 'Main', 'Park', 'Lake', 'Hill', 'Pine', 'Cedar', 'Maple', 'View'])[1 + n % 10] || ' Street')),
      '{parties,1,name}', to_jsonb(initcap(translate(left(md5(n::text), 6), '0123456789', 'ghijklmnop') || ' ' ||
        translate(right(md5(n::text), 8), '0123456789', 'qrstuvwxyz')))),
    progress, deadlines, "nextAction", clock, "createdAt" - n * interval '95 seconds',
    CASE WHEN n > $2 * 0.99 THEN "createdAt" - n % 3000 * interval '1 second' ELSE "createdAt" - n * interval '95 seconds' END,
    'R' || n
  FROM "Case", generate_series(1, $2::int) AS n WHERE id = $1`;
