import { recordKeyUses } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** Records when API keys were last used, at most once a minute per key and without delaying requests. */
export function createKeyUses(store: Store) {
  let waiting = new Set<string>();
  const recorded = new Set<string>();

  function record(): void {
    const ids = [...waiting];
    waiting = new Set();
    // While the database is unavailable, uses go unrecorded.
    void recordKeyUses(store, ids).catch(() => undefined);
    const again = () => ids.forEach((id) => recorded.delete(id));
    setTimeout(again, minuteMs).unref();
  }

  return {
    note(id: string): void {
      if (recorded.has(id)) return;
      if (waiting.size === 0) setTimeout(record, gatherMs).unref();
      recorded.add(id);
      waiting.add(id);
    },
  };
}

const minuteMs = 60_000;
/** How long uses are gathered, in milliseconds, so that one query records many keys. */
const gatherMs = 500;
