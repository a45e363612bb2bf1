import { finishedStates } from '@evict/case-model';
import type { Store } from '@evict/store/database';
import { type CaseCount, measureBacklog, measureCases, openStates } from '@evict/store/operations';
import { measureRetention, measureTables } from '@evict/store/retention';
import { metrics } from '@evict/telemetry';

/** The shortest time between two queries, in milliseconds, however often metrics are scraped. */
const everyMs = 15_000;
/** The shortest time between two queries for values that change slowly, in milliseconds. */
const slowlyEveryMs = 300_000;

/**
 * Sets the gauges that come from the database: cases by state, the backlog of deliveries and of retention, and table
 * sizes. While the database is unavailable, the gauges are absent instead of stale.
 */
export function createGauges(store: Store): () => Promise<void> {
  const countFinished = atMostEvery(slowlyEveryMs, () => measureCases(store, finishedStates));
  const gather = atMostEvery(everyMs, () => gatherBacklog(store, countFinished));
  const gatherSlowly = atMostEvery(slowlyEveryMs, () => gatherRetention(store));
  return async () => {
    await Promise.all([gather(), gatherSlowly()]);
  };
}

/** Caches the result of the query for `ms`, and a failure for at most `everyMs`. */
function atMostEvery<T>(ms: number, query: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  let expiresAt = 0;
  return () => {
    if (pending === null || performance.now() >= expiresAt) {
      expiresAt = performance.now() + ms;
      pending = query().catch((error: unknown) => {
        expiresAt = Math.min(expiresAt, performance.now() + everyMs);
        throw error;
      });
    }
    return pending;
  };
}

async function gatherBacklog(store: Store, countFinished: () => Promise<CaseCount[]>): Promise<void> {
  const { attention, backlog, backlogAge, cases } = metrics;
  try {
    const [open, finished, channels] = await Promise.all([
      measureCases(store, openStates),
      countFinished(),
      measureBacklog(store),
    ]);
    cases.reset();
    attention.reset();
    for (const { state, mode, cases: count, stuck } of [...open, ...finished]) {
      cases.set({ state, mode }, count);
      attention.inc({ reason: 'failed_step', mode }, stuck);
      attention.inc({ reason: 'on_hold', mode }, state === 'on_hold' ? count : 0);
    }
    for (const { channel, waiting, oldestSeconds } of channels) {
      backlog.set({ channel }, waiting);
      backlogAge.set({ channel }, oldestSeconds);
    }
  } catch (error) {
    for (const gauge of [attention, backlog, backlogAge, cases]) gauge.reset();
    throw error;
  }
}

async function gatherRetention(store: Store): Promise<void> {
  const { retentionOverdue, tableBytes } = metrics;
  try {
    const [rules, tables] = await Promise.all([measureRetention(store), measureTables(store)]);
    for (const { table, rule, seconds } of rules) retentionOverdue.set({ table, rule }, seconds);
    for (const { table, bytes } of tables) tableBytes.set({ table }, bytes);
  } catch (error) {
    for (const gauge of [retentionOverdue, tableBytes]) gauge.reset();
    throw error;
  }
}
