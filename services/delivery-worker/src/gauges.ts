import { measureBacklog, measureCases, type Store } from '@evict/store';
import { metrics } from '@evict/telemetry';

/** However often and by how many metrics are read, the database is asked this often. */
const everyMs = 15_000;

/**
 * Sets what only the database knows: cases by state and the backlog of deliveries. The gauges are gone while it cannot
 * be asked, because numbers from before would look like numbers of now.
 */
export function createGauges(store: Store): () => Promise<void> {
  let asked: Promise<void> | null = null;
  let askAgainAt = 0;
  return () => {
    if (asked === null || performance.now() >= askAgainAt) {
      askAgainAt = performance.now() + everyMs;
      asked = gather(store);
    }
    return asked;
  };
}

async function gather(store: Store): Promise<void> {
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
