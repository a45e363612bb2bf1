import type { BlobStore } from '@evict/documents';
import { clearStrayBytes, deleteOldKeys, type DueCase, eraseCase, isDue, listDueCases, type Store } from '@evict/store';
import type { Logger } from '@evict/telemetry';
import type { CaseClient } from '@evict/temporal';
import type { RetentionActivities, RetentionRule } from '@evict/temporal/retention';
import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { errorClass, withoutValues } from './failures.ts';

interface Dependencies {
  store: Store;
  blobs: BlobStore;
  cases: CaseClient;
  /** The file that lists erasures apart from the backups; empty for none. */
  erasureList: string;
  logger: Logger;
}

const pageSize = 50;
const keysAtOnce = 5000;

/** Applies a rule to one page of cases. A case that cannot be done now is counted, and stops no other. */
export function createApplyRetention(deps: Dependencies): RetentionActivities['applyRetention'] {
  const { store, logger } = deps;
  return ({ rule, days, after }) =>
    withoutValues(async () => {
      const stopping = cancellationSignal();
      const due = await listDueCases(store, { rule, days }, { after, count: pageSize });
      const counts = { done: 0, failed: 0 };
      for (const one of due) {
        heartbeat();
        stopping.throwIfAborted(); // another worker begins the page anew
        try {
          if (await applyTo(one, { rule, days }, deps)) counts.done += 1;
        } catch (error) {
          counts.failed += 1;
          logger.warn({ caseId: one.caseId, rule, failure: errorClass(error) }, 'retention failed');
        }
      }
      return { ...counts, last: due.length < pageSize ? null : (due.at(-1)?.caseId ?? null) };
    });
}

export function createClearLeftovers({
  store,
  blobs,
  logger,
}: Omit<Dependencies, 'cases' | 'erasureList'>): RetentionActivities['clearLeftovers'] {
  return () =>
    withoutValues(async () => {
      do heartbeat();
      while ((await deleteOldKeys(store, keysAtOnce)) === keysAtOnce);
      const { erased, unknown } = await clearStrayBytes(store, blobs, heartbeat);
      if (erased > 0) logger.warn({ cases: erased }, 'bytes of erased cases were still there');
      if (unknown > 0) logger.warn({ cases: unknown }, 'bytes of cases that the database does not know');
    });
}

/** False where the case was not due any more when its turn came. */
async function applyTo(
  one: DueCase,
  { rule, days }: { rule: RetentionRule; days: number },
  { store, blobs, cases, erasureList }: Dependencies,
): Promise<boolean> {
  if (rule !== 'idle_drafts') {
    const { caseId } = one;
    const outcome = await eraseCase(store, { caseId, operator: 'retention', listFile: erasureList, blobs });
    return outcome.ok && !outcome.again;
  }
  // Its customer may have come back while those before it were done.
  if (!(await isDue(store, { rule, days }, one.caseId))) return false;
  return (await cases.withdrawIdle(one)).ok;
}
