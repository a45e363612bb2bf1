import type { Store } from '@evict/store/database';
import { recordRestored } from '@evict/store/restore';
import { type Logger, metrics } from '@evict/telemetry';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** Reports a restored process in the case's history, the log and the metrics. */
export function createRecordRestored({
  store,
  logger,
}: {
  store: Store;
  logger: Logger;
}): RecordActivities['recordRestored'] {
  return ({ caseId, id, reason }) =>
    withoutValues(async () => {
      const restored = await recordRestored(store, { caseId, id, reason });
      if (restored?.isNew) {
        metrics.processesRestored.inc({ reason });
        logger.warn({ caseId, reason }, 'process restored');
      }
      return restored?.clock ?? null;
    });
}
