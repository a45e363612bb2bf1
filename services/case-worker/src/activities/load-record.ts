import { isCommandRecorded, loadRecord } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** Where the database says that the case is: for a workflow that may have missed a command. */
export function createLoadRecord({ store }: { store: Store }): RecordActivities['loadRecord'] {
  return ({ caseId, commandId }) =>
    withoutValues(async () => ({
      // In this order: the record then holds what the command did.
      isDone: commandId !== undefined && (await isCommandRecorded(store, caseId, commandId)),
      record: await loadRecord(store, caseId),
    }));
}
