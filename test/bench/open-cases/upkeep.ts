import { randomUUID } from 'node:crypto';
import { caseRetention } from '@evict/case-model';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { nextChargeDueInMs } from '@evict/store/charges';
import { openStore, type Store } from '@evict/store/database';
import { listUnreportedMailFailures, nextMailDueInMs } from '@evict/store/mails';
import { measureBacklog, measureCases, openStates } from '@evict/store/operations';
import { deletionRules, dueRows, measureRetention, measureTables } from '@evict/store/retention';
import { listIdleEndpoints } from '@evict/store/webhooks';
import { CaseProcesses, createClient } from '@evict/temporal';
import { casesTaskQueue } from '@evict/temporal/messages';
import { type RetentionProgress, type RetentionStart, retentionWorkflowType } from '@evict/temporal/retention';
import { Connection } from '@temporalio/client';
import { withClient } from '@evict/local';
import type { BenchStack } from '../programs.ts';
import type { Upkeep } from './upkeep-table.ts';

/** Does each once. Retention finds the drafts that are there idle, and nothing else due. */
export async function measureUpkeep(stack: BenchStack): Promise<Upkeep> {
  const store = openStore(stack.databaseUrl(), 4);
  const connection = await Connection.connect({ address: stack.temporal });
  try {
    const client = createClient({ connection, namespace: stack.namespace });
    const processes = new CaseProcesses(client, { deadlineMs: 60_000 });
    const retain = () =>
      client.workflow.execute<(start: RetentionStart) => Promise<RetentionProgress>>(retentionWorkflowType, {
        workflowId: `bench-retention-${randomUUID()}`,
        taskQueue: casesTaskQueue,
        args: [{}],
      });
    await retain(); // deletes the histories of what the sample before has erased
    const nothingDue = await timed(retain);
    const drafts = await ageDrafts(stack);
    const withDrafts = await timed(async () => {
      const { idle_drafts: withdrawn, withdrawn_drafts: erased } = (await retain()).counts;
      if (withdrawn.done !== drafts || erased.done !== drafts) throw new Error('retention has left drafts');
    });
    return {
      'overdue mails, webhooks and charges': await timed(() => lookForIdleOutboxes(store)),
      'count of open cases by state': await timed(() => measureCases(store, openStates)),
      'backlog of deliveries': await timed(() => measureBacklog(store)),
      'what retention is behind': await timed(() => measureRetention(store)),
      'sizes of tables': await timed(() => measureTables(store)),
      'housekeeping with nothing due': await timed(() => lookForDueRows(stack)),
      'reconciling every case': await timed(() => reconcileOnce({ store, processes })),
      'count of stuck workflows': await timed(() => processes.countProblems()),
      'retention with nothing due': nothingDue,
      'retention of an idle draft: withdrawn and erased': (withDrafts - nothingDue) / drafts,
    };
  } finally {
    await Promise.all([connection.close(), store.close()]);
  }
}

/** Makes every draft so old that retention withdraws it. Returns how many. */
async function ageDrafts(stack: BenchStack): Promise<number> {
  return withClient(stack.databaseUrl(), async (client) => {
    const age = `UPDATE "Case" SET "updatedAt" = now() - make_interval(days => $1) WHERE state = 'draft'`;
    return (await client.query(age, [caseRetention.idle_drafts.days + 1])).rowCount ?? 0;
  });
}

async function lookForIdleOutboxes(store: Store): Promise<void> {
  await nextMailDueInMs(store);
  await listUnreportedMailFailures(store, { olderThanMs: 10_000 });
  await nextChargeDueInMs(store);
  await listIdleEndpoints(store, { overdueMs: 5000, lostMs: 120_000 });
}

/** The rows that each rule would delete, without deleting them. */
async function lookForDueRows(stack: BenchStack): Promise<void> {
  await withClient(stack.databaseUrl(), async (client) => {
    for (const rule of deletionRules) {
      if (rule.scanKey === undefined) await client.query(dueRows(rule), [500]);
    }
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
