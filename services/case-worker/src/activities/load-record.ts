import { isCommandRecorded, loadRecord } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** Loads the record from the database, for a workflow that may have missed a command. */
export function createLoadRecord({ store }: { store: Store }): RecordActivities['loadRecord'] {
  return ({ caseId, commandId }) =>
    withoutValues(async () => ({
      // In this order, so that the record includes a command that is reported as done.
      isDone: commandId !== undefined && (await isCommandRecorded(store, caseId, commandId)),
      record: await loadRecord(store, caseId),
    }));
}
