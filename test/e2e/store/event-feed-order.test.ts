import { continueFeeds, endOfFeed, listFeed, placeInFeed } from '@evict/store/events';
import { createDraft, type Scope } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { marylandFacts } from '../support/live.ts';
import { pastTriggers } from '../support/past-triggers.ts';

const url = await cloneDatabase();
/** Stores of two case workers, and one for the tests themselves. */
const [worker, otherWorker, own] = [openTestStore(url, 8), openTestStore(url, 8), openTestStore(url, 3)];
afterAll(() => Promise.all([worker.close(), otherWorker.close(), own.close()]));

// A decision on a case waits at a barrier while the test holds the lock of that barrier and case.
beforeAll(() =>
  own.pool.query(`
    CREATE FUNCTION barrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtext(TG_ARGV[0] || (to_jsonb(NEW) ->> TG_ARGV[1])));
      RETURN NEW;
    END $$;
    CREATE TRIGGER barrier BEFORE UPDATE ON "Case" FOR EACH ROW EXECUTE FUNCTION barrier('before its place ', 'id');
    CREATE TRIGGER barrier AFTER INSERT ON "CaseEvent" FOR EACH ROW EXECUTE FUNCTION barrier('after its place ', 'caseId');`),
);

async function organization(mode: Scope['mode'] = 'live'): Promise<Scope> {
  const id = newId('organization');
  await own.prisma.organization.create({ data: { id, name: 'Sandbox Holdings' } });
  return { organizationId: id, mode };
}

async function draft(scope: Scope): Promise<string> {
  const id = newId('case');
  const nobody = { by: 'customer', description: '' } as const;
  await createDraft(own, scope, { id, facts: marylandFacts(), nextAction: nobody });
  return id;
}

/** Records one customer-visible event the way the case worker does. */
async function withdraw(caseId: string, store = worker): Promise<void> {
  await decideOn(store, caseId, { kind: 'withdraw' });
}

async function hold(where: 'before' | 'after', caseId: string): Promise<() => Promise<void>> {
  const holder = await own.pool.connect();
  const name = [`${where} its place ${caseId}`];
  await holder.query('SELECT pg_advisory_lock(hashtext($1))', name);
  return async () => {
    await holder.query('SELECT pg_advisory_unlock(hashtext($1))', name);
    holder.release();
  };
}

/** Waits until this many transactions wait, at barriers or for a place in the feed. */
const expectWaiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await own.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ waiting: count }]);
    },
    { timeout: 60_000 },
  );

/** Reads a feed without a pause, in small pages, until it is stopped. */
function follow(scope: Scope) {
  const seen: string[] = [];
  const stopped = new AbortController();
  const following = (async () => {
    for (let after = 0; !stopped.signal.aborted;) {
      const rows = await listFeed(own, scope, { after, limit: 3, action: null });
      seen.push(...rows.map(({ caseId }) => caseId));
      after = rows.at(-1)?.position ?? after;
    }
  })();
  return {
    seen,
    saw: (count: number) => vi.waitFor(() => expect(seen).toHaveLength(count), { timeout: 60_000 }),
    async stop() {
      stopped.abort();
      await following;
    },
  };
}

async function wholeFeed(scope: Scope): Promise<string[]> {
  const rows = await listFeed(own, scope, { after: 0, limit: 1000, action: null });
  return rows.map(({ caseId }) => caseId);
}

test('a reader of the event feed sees each event once, even if transactions commit in a different order than they began', async () => {
  const scope = await organization();
  const inTest: Scope = { ...scope, mode: 'test' };
  const others = await organization();
  const drafts = Promise.all([1, 2, 3, 4].map(() => draft(scope)));
  const [first = '', second = '', third = '', fourth = ''] = await drafts;
  const [elsewhere, inOtherMode] = [await draft(others), await draft(inTest)];
  const reader = follow(scope);

  const releaseFirst = await hold('before', first);
  const firstDone = withdraw(first);
  await expectWaiting(1);
  await withdraw(second, otherWorker);
  await reader.saw(1);

  const releaseThird = await hold('after', third);
  const thirdDone = withdraw(third, otherWorker);
  await expectWaiting(2);
  const fourthDone = withdraw(fourth);
  await expectWaiting(3);
  // Organizations and modes don't wait for each other.
  await withdraw(elsewhere);
  await withdraw(inOtherMode);
  expect([await wholeFeed(others), await wholeFeed(inTest)]).toEqual([[elsewhere], [inOtherMode]]);

  await releaseFirst();
  await expectWaiting(3);
  expect(reader.seen).toEqual([second]);
  // A reader that starts here misses none of the events that are being committed.
  const after = await endOfFeed(own, scope);
  await releaseThird();
  await Promise.all([firstDone, thirdDone, fourthDone]);
  await reader.saw(4);
  await reader.stop();
  expect(reader.seen.slice(0, 2)).toEqual([second, third]);
  expect(reader.seen.toSorted()).toEqual([first, second, third, fourth].toSorted());
  expect(await wholeFeed(scope)).toEqual(reader.seen);
  const later = await listFeed(own, scope, { after, limit: 10, action: null });
  expect(later.map(({ caseId }) => caseId)).toEqual(reader.seen.slice(1));
});

test('a reader of the event feed that starts at a point in time misses no later event, even if events were committed hours later', async () => {
  const scope = await organization();
  const began = Date.parse('2026-01-01T00:00:00Z');
  // There is an event for each hour, committed up to 20 hours later, and a restore in between.
  await pastTriggers(
    own,
    `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "createdAt", "organizationId", mode, "feedPosition")
      SELECT 'evt_' || gen_random_uuid(), $1, n, 'submit', 'customer',
        $2::timestamptz + make_interval(hours => n - n * n % 21), $3, $4, n + (n / 200) * 2::bigint ^ 32
      FROM generate_series(1, 500) n`,
    [await draft(scope), new Date(began), scope.organizationId, scope.mode],
  );
  const feed = await listFeed(own, scope, { after: 0, limit: 1000, action: null });
  expect(feed).toHaveLength(500);
  for (let hour = -30; hour < 520; hour += 7) {
    const time = new Date(began + hour * 3_600_000);
    const first = feed.findIndex(({ createdAt }) => createdAt >= time);
    const after = await placeInFeed(own, scope, time);
    const rest = await listFeed(own, scope, { after, limit: 1000, action: null });
    expect(rest, time.toISOString()).toEqual(first === -1 ? [] : feed.slice(first));
  }
  expect(await placeInFeed(own, await organization(), new Date(began))).toBe(0);
});

test('after a restore, the feed continues beyond every earlier cursor, even if the restore task is repeated', async () => {
  const scope = await organization();
  await withdraw(await draft(scope));
  const [before] = await listFeed(own, scope, { after: 0, limit: 1, action: null });
  // Readers of the lost database can be far ahead of the backup.
  const cursor = (before?.position ?? 0) + 1_000_000;
  for (let times = 0; times < 2; times += 1) {
    await continueFeeds(own);
    const next = await draft(scope);
    await withdraw(next);
    const rows = await listFeed(own, scope, { after: cursor + times * 2 ** 32, limit: 10, action: null });
    expect(rows.map(({ caseId }) => caseId)).toEqual([next]);
  }
  const lost = await organization();
  await withdraw(await draft(lost));
  await own.prisma.eventFeed.deleteMany({ where: { organizationId: lost.organizationId } });
  await continueFeeds(own);
  await withdraw(await draft(lost));
  expect(await wholeFeed(lost)).toHaveLength(2);
});
