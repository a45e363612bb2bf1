import { recordKeyUses } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** Records when keys are used: once a minute for each, and after the requests that use them. */
export function createKeyUses(store: Store) {
  let waiting = new Set<string>();
  const recorded = new Set<string>();

  function record(): void {
    const ids = [...waiting];
    waiting = new Set();
    // While the database is away, uses are not recorded.
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
/** Uses of many keys are one statement. */
const gatherMs = 500;
