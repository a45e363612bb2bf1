import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchStack } from './programs.ts';

/** How long a workflow must be unchanged to count as idle, in milliseconds. */
const idleMs = 300;

/** Counts how often Temporal has written a workflow: each transaction of its history raises the version of its row. */
export function transactionsOf({ temporalFile }: BenchStack, workflowId: string) {
  const database = new DatabaseSync(temporalFile, { readOnly: true });
  const query = database.prepare('SELECT db_record_version AS version FROM executions WHERE workflow_id = ?');
  const version = () => {
    const row = query.get(workflowId);
    if (!row) throw new Error('Temporal has no such workflow');
    return Number(row['version']);
  };
  return {
    /** Once the workflow is idle. */
    async count(): Promise<number> {
      for (let last = version(); ;) {
        await pause(idleMs);
        const now = version();
        if (now === last) return now;
        last = now;
      }
    },
    stop: () => database.close(),
  };
}
