import { loadRecord, type Store } from '@evict/store';
import type { RecordActivities } from '@evict/temporal/messages';
import { withoutValues } from './failures.ts';

/** Where the database says that the case is: for a workflow that may have missed a command. */
export function createLoadRecord({ store }: { store: Store }): RecordActivities['loadRecord'] {
  return (caseId) => withoutValues(() => loadRecord(store, caseId));
}
