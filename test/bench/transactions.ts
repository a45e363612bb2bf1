import { setTimeout as pause } from 'node:timers/promises';
import { openTestStore } from '@evict/store/testing';
import type { BenchStack } from './programs.ts';

/** How long a workflow must be unchanged to count as idle, in milliseconds. */
const idleMs = 300;

/** Counts how often Temporal has written a workflow: each transaction of its history raises the version of its row. */
export async function transactionsOf(stack: BenchStack, workflowId: string) {
  const store = openTestStore(stack.databaseUrl('temporal'), 1);
  const version = async () => {
    const text = 'SELECT db_record_version AS version FROM executions WHERE workflow_id = $1';
    const { rows } = await store.pool.query<{ version: string }>(text, [workflowId]);
    if (!rows[0]) throw new Error('Temporal has no such workflow');
    return Number(rows[0].version);
  };
  return {
    /** Once the workflow is idle. */
    async count(): Promise<number> {
      for (let last = await version(); ;) {
        await pause(idleMs);
        const now = await version();
        if (now === last) return now;
        last = now;
      }
    },
    stop: () => store.close(),
  };
}
