import type { Store } from '@evict/store/database';
import { measureBacklog, measureCases } from '@evict/store/operations';
import { measureRetention, measureTables } from '@evict/store/retention';
import { metrics } from '@evict/telemetry';

/** However often and by how many metrics are read, the database is asked this often. */
const everyMs = 15_000;
/** What changes slowly is asked this often. */
const slowlyEveryMs = 300_000;

/**
 * Sets what only the database knows: cases by state, the backlog of deliveries and of retention, the size of tables. The
 * gauges are gone while it cannot be asked, because numbers from before would look like numbers of now.
 */
export function createGauges(store: Store): () => Promise<void> {
  const gather = atMostEvery(everyMs, () => gatherBacklog(store));
  const gatherSlowly = atMostEvery(slowlyEveryMs, () => gatherRetention(store));
  return async () => {
    await Promise.all([gather(), gatherSlowly()]);
  };
}

/** What was asked last is the answer until it is time to ask again. */
function atMostEvery(ms: number, ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  let askAgainAt = 0;
  return () => {
    if (asked === null || performance.now() >= askAgainAt) {
      askAgainAt = performance.now() + ms;
      asked = ask().catch((error: unknown) => {
        askAgainAt = Math.min(askAgainAt, performance.now() + everyMs);
        throw error;
      });
    }
    return asked;
  };
}

async function gatherBacklog(store: Store): Promise<void> {
  const { attention, backlog, backlogAge, cases } = metrics;
  try {
    const [counts, channels] = await Promise.all([measureCases(store), measureBacklog(store)]);
    cases.reset();
    attention.reset();
    for (const { state, mode, cases: count, stuck } of counts) {
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
