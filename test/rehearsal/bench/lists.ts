import { withClient } from '@evict/local';
import { buildFacts } from '../../e2e/support/facts.ts';
import { signUp } from '../support/customers.ts';
import { type Figure, median, quantile } from '../support/figures.ts';
import { drive } from '../support/load.ts';
import { each, request } from '../support/requests.ts';
import type { Benchmark } from './bench.ts';

const requests = 100;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** The filters to measure. One case is in `writ_issued`, and the oldest hundredth of the cases was changed last. */
const filters = () => ({
  'no filter': '',
  'state of many': 'state=closed',
  'state of one case': 'state=writ_issued',
  'state of none': 'state=writ_requested',
  'three states and a ground': 'state=closed&state=draft&state=writ_issued&ground=holdover',
  'updated since long ago': 'updatedSince=2000-01-01T00:00:00Z',
  'updated since an hour ago': `updatedSince=${hoursFromNow(-1)}`,
  'updated since tomorrow': `updatedSince=${hoursFromNow(24)}`,
  reference: 'reference=R123',
});

const searches = {
  'a street of a tenth of the cases': 'q=oak%20street',
  'a word of all cases': 'q=testville',
  'a name that nobody has': 'q=zzyzx%20nobody',
  'common parts that no case has': 'q=eetstr',
  'one common letter': 'q=a',
  'one letter of no case': 'q=%E2%82%AC',
  '100 characters': `q=${'oak%20street%20'.repeat(9)}x`,
  'a street in a state of one case': 'q=oak%20street&state=writ_issued',
};

export const lists: Benchmark = {
  about: 'a page of an organization with 100,000 cases: filters, compared with a page without one, and searches',
  async measure(stack, { rounds, short }) {
    const { client, test } = await signUp(stack.api);
    const { id } = await client.createCase({ body: buildFacts() });
    await withClient(stack.databaseUrl(), async (database) => {
      await database.query(copies, [id, short ? 1000 : 100_000]);
      await database.query(findable, [id]);
      for (const table of ['Case', 'CaseSearch']) await database.query(`VACUUM ANALYZE "${table}"`);
      await database.query('CHECKPOINT');
    });
    /** Returns the median duration of sequential requests over the rounds. */
    const p50 = async (name: string, query: string): Promise<Figure> => {
      const medians: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const times: number[] = [];
        const one = request(test, 'GET', `/v1/cases?limit=20&${query}`);
        const next = each(Array.from({ length: requests }, () => one));
        await drive({ url: stack.api, connections: 1, next, onResponse: (_body, _one, ms) => void times.push(ms) });
        medians.push(quantile(times, 0.5));
      }
      return median(`${name}, p50`, medians, 'ms');
    };
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(filters())) figures.push(await p50(name, query));
    const [unfiltered, ...filtered] = figures;
    const most = 3 * (unfiltered?.value ?? Number.NaN);
    for (const figure of filtered) figure.goal = { atMost: Number(most.toFixed(2)) };
    for (const [name, query] of Object.entries(searches)) {
      figures.push({ ...(await p50(`search for ${name}`, query)), goal: { atMost: 50 } });
    }
    return figures;
  },
};

/** Each copy has a unique name and one of ten thousand addresses, and is 95 seconds older than the one before. */
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

/** The searchable text of these cases has only letters, digits and spaces, so the search compares it unchanged. */
const findable = `INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts, reference)
  SELECT id, "organizationId", mode, "createdAt", lower(concat_ws(E'\n',
      concat_ws(' ', facts #>> '{property,line1}', facts #>> '{property,city}', facts #>> '{property,state}', facts #>> '{property,zip}'),
      facts #>> '{property,county}',
      (SELECT string_agg(concat_ws(' ', p ->> 'name', p ->> 'name'), E'\n') FROM jsonb_array_elements(facts -> 'parties') p))),
    lower(reference)
  FROM "Case" c WHERE "organizationId" = (SELECT "organizationId" FROM "Case" WHERE id = $1)
    AND NOT EXISTS (SELECT FROM "CaseSearch" s WHERE s."caseId" = c.id)`;
