import { ensureDatabase, withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { createDraft, listFeed } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { decideOn } from '../e2e/support/decided.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Benchmark } from './benchmark.ts';
import { type Figure, quantile } from './figures.ts';
import { compared, inTurn } from './rounds.ts';

const sizes = { full: 10_000_000, usual: 1_000_000, tiny: 1000 };
const reads = 300;
const decisionsARound = { usual: 200, tiny: 8 };
const atOnce = 8;

const scope = { organizationId: 'org_bench', mode: 'test' } as const;

export const eventFeed: Benchmark = {
  name: 'event-feed',
  about: 'pages of a feed of 1,000,000 events, or 10,000,000, in the store; decisions on cases of one organization',
  needs: 'stack',
  async measure(stack, { rounds, full, tiny }) {
    const database = 'bench_feed';
    await ensureDatabase({ url: stack.databaseUrl }, database);
    await migrate(stack.databaseUrl(database));
    const size = full ? sizes.full : tiny ? sizes.tiny : sizes.usual;
    const decisions = tiny ? decisionsARound.tiny : decisionsARound.usual;
    await withClient(stack.databaseUrl(database), async (client) => {
      // Without the check that each case exists.
      await client.query('SET session_replication_role = replica');
      await client.query(events, [scope.organizationId, size]);
      await client.query(`INSERT INTO "EventFeed" VALUES ($1, 'test', $2)`, [scope.organizationId, size]);
      await client.query('VACUUM ANALYZE "CaseEvent"');
      await client.query('CHECKPOINT');
    });
    const store = openTestStore(stack.databaseUrl(database), atOnce);
    try {
      const figures: Figure[] = [];
      for (const [name, page] of Object.entries({
        'first page of 20': { after: 0, action: null },
        'a page in the middle': { after: size / 2, action: null },
        'the empty page at the end': { after: size, action: null },
        'first page of a common type': { after: 0, action: 'submit' },
        'first page of a type with ten events': { after: 0, action: 'writ_issued' },
        'page of a type without events': { after: 0, action: 'close' },
      })) {
        figures.push({ name: `${name}, p50`, value: await p50(store, page), unit: 'ms', goal: { atMost: 5 } });
      }
      const turns = await inTurn(
        rounds,
        () => rate(store, decisions, () => scope.organizationId),
        () => rate(store, decisions, () => newId('organization')),
      );
      const sides = ['one organization', 'an organization each'] as const;
      return [...figures, ...compared('decisions', turns, { unit: '/s', goal: { atLeast: 0.5 }, sides })];
    } finally {
      await store.close();
    }
  },
};

async function p50(store: TestStore, page: { after: number; action: string | null }): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < reads; count += 1) {
    const startedAt = performance.now();
    await listFeed(store, scope, { ...page, limit: 20 });
    times.push(performance.now() - startedAt);
  }
  return quantile(times, 0.5);
}

/** Recorded decisions a second of new cases, so many at once. */
async function rate(store: TestStore, decisions: number, organizationOf: () => string): Promise<number> {
  const cases = [];
  for (let count = 0; count < decisions; count += 1) {
    const of = { organizationId: organizationOf(), mode: 'test' } as const;
    const organization = { id: of.organizationId, name: 'Bench' };
    await store.prisma.organization.createMany({ data: [organization], skipDuplicates: true });
    const caseId = newId('case');
    await createDraft(store, of, { id: caseId, facts: buildFacts(), nextAction: { by: 'customer', description: '' } });
    cases.push({ caseId, ...of });
  }
  const left = cases.values();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) {
        await decideOn(store, one.caseId, { kind: 'withdraw' });
      }
    }),
  );
  return decisions / ((performance.now() - startedAt) / 1000);
}

/** In the order of every index, which saves minutes. Ten events a case; ten of all events are of a rare type, at even distances. */
const events = `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail,
    "createdAt", "organizationId", mode, "feedPosition")
  SELECT 'evt_' || lpad(n::text, 9, '0'), 'case_' || lpad((n / 10)::text, 9, '0'), n % 10, CASE
      WHEN n % ($2::int / 10) = 0 THEN 'writ_issued' WHEN n % 10 = 0 THEN 'submit' WHEN n % 10 = 9 THEN 'cure_reported'
      ELSE (ARRAY['approve_notice', 'send_notice', 'notice_served', 'start_cure_period'])[n % 4 + 1] END,
    'platform', CASE WHEN n % 10 < 9 THEN 'notice_review' END, CASE WHEN n % 10 < 9 THEN 'notice_approved' END,
    '{"caseTime": "2026-07-02T09:31:00.000Z"}', now() - ($2::int - n) * interval '1 second', $1, 'test', n
  FROM generate_series(1, $2::int) n`;
