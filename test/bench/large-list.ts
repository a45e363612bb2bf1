import { ensureDatabase, withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { newCustomer } from './customers.ts';
import { type Figure, quantile } from './figures.ts';
import { drive, each, order } from './load.ts';
import { type BenchStack, startGateways } from './programs.ts';
import { compared, inTurn } from './rounds.ts';

const sizes = { usual: { large: 1_000_000, small: 1000 }, tiny: { large: 1000, small: 100 } };
const requests = 300;

export const largeList: Benchmark = {
  name: 'large-list',
  about: 'a list page of an organization with 1,000,000 cases, against one with 1,000, each in a database of its own',
  needs: 'stack',
  async measure(stack, { rounds, tiny }) {
    const size = tiny ? sizes.tiny : sizes.usual;
    const large = await open(stack, 'bench_large', size.large);
    const small = await open(stack, 'bench_small', size.small);
    try {
      const figures: Figure[] = [];
      for (const [name, page] of [
        ['first page of 20, p50', 'first'],
        ['the page after it, p50', 'second'],
      ] as const) {
        const turns = await inTurn(
          rounds,
          () => large.p50(page),
          () => small.p50(page),
        );
        figures.push(...compared(name, turns, { unit: 'ms', goal: { atMost: 1.3 }, sides: ['1,000,000', '1,000'] }));
      }
      return figures;
    } finally {
      await large.stop();
      await small.stop();
    }
  },
};

/** Gateways on a database with that many cases of one organization. */
async function open(stack: BenchStack, database: string, size: number) {
  await ensureDatabase({ url: stack.databaseUrl }, database);
  await migrate(stack.databaseUrl(database));
  const { url, stop } = await startGateways(stack, { which: 'all', database });
  const { api, key } = await newCustomer(url);
  const { id } = await api.createCase({ body: buildFacts() });
  await withClient(stack.databaseUrl(database), async (client) => {
    // A page without a search reads nothing of what the trigger would write.
    await client.query('ALTER TABLE "Case" DISABLE TRIGGER "searchCase"');
    await client.query(copies, [id, size - 1]);
    await client.query('VACUUM ANALYZE "Case"');
    await client.query('CHECKPOINT');
  });
  const { nextCursor } = await api.listCases({ limit: 20 });
  const paths = { first: '/v1/cases?limit=20', second: `/v1/cases?limit=20&cursor=${nextCursor}` };
  return {
    /** Of sequential requests. */
    async p50(page: keyof typeof paths): Promise<number> {
      const times: number[] = [];
      const one = order('GET', paths[page], key);
      const next = each(Array.from({ length: requests }, () => one));
      await drive({ url, connections: 1, next, onResponse: (_body, _order, ms) => void times.push(ms) });
      return quantile(times, 0.5);
    },
    stop,
  };
}

/** One statement copies the created case, each copy a second older. */
const copies = `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, progress,
    deadlines, "nextAction", clock, "createdAt", "updatedAt")
  SELECT 'case_' || gen_random_uuid(), "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, progress,
    deadlines, "nextAction", clock, "createdAt" - age * interval '1 second', "updatedAt"
  FROM "Case", generate_series(1, $2::int) AS age WHERE id = $1`;
