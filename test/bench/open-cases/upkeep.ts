import { randomUUID } from 'node:crypto';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { listUnsettledCharges } from '@evict/store/charges';
import { openStore, type Store } from '@evict/store/database';
import { listDueMails, listUnreportedMailFailures } from '@evict/store/mails';
import { measureBacklog, measureCases } from '@evict/store/operations';
import { deletionRules, dueRows, measureRetention, measureTables } from '@evict/store/retention';
import { listStartableDeliveries } from '@evict/store/webhooks';
import { CaseProcesses, createClient } from '@evict/temporal';
import { casesTaskQueue } from '@evict/temporal/messages';
import { type RetentionProgress, retentionDays, retentionWorkflowType } from '@evict/temporal/retention';
import { Connection } from '@temporalio/client';
import { withClient } from '@evict/local';
import type { BenchStack } from '../programs.ts';

/** What the service does over all cases by itself, and how long each takes in milliseconds. */
export const upkeep = [
  'sweep of mails, webhooks and charges',
  'count of cases by state',
  'backlog of deliveries',
  'what retention is behind',
  'sizes of tables',
  'housekeeping with nothing due',
  'reconciling every case',
  'count of stuck workflows',
  'retention with nothing due',
  'retention of an idle draft',
] as const;
export type Upkeep = Record<(typeof upkeep)[number], number>;

/** Does each once. Withdraws the drafts of these cases as if they were idle. */
export async function measureUpkeep(stack: BenchStack): Promise<Upkeep> {
  const store = openStore(stack.databaseUrl(), 4);
  const connection = await Connection.connect({ address: stack.temporal });
  try {
    const client = createClient({ connection, namespace: stack.namespace, payloadKeys: [] });
    const processes = new CaseProcesses(client, { deadlineMs: 60_000 });
    const retain = (idleDraftDays: number) =>
      client.workflow.execute<() => Promise<RetentionProgress>>(retentionWorkflowType, {
        workflowId: `bench-retention-${randomUUID()}`,
        taskQueue: casesTaskQueue,
        args: [{ days: { ...retentionDays, idle_drafts: idleDraftDays } }] as unknown as [],
      });
    const nothingDue = await timed(() => retain(retentionDays.idle_drafts));
    let withdrawn = 0;
    const drafts = await timed(async () => {
      withdrawn = (await retain(0)).counts.idle_drafts.done;
    });
    return {
      'sweep of mails, webhooks and charges': await timed(() => sweepOnce(store)),
      'count of cases by state': await timed(() => measureCases(store)),
      'backlog of deliveries': await timed(() => measureBacklog(store)),
      'what retention is behind': await timed(() => measureRetention(store)),
      'sizes of tables': await timed(() => measureTables(store)),
      'housekeeping with nothing due': await timed(() => lookForDueRows(stack)),
      'reconciling every case': await timed(() => reconcileOnce({ store, processes })),
      'count of stuck workflows': await timed(() => processes.countProblems()),
      'retention with nothing due': nothingDue,
      'retention of an idle draft': withdrawn === 0 ? Number.NaN : (drafts - nothingDue) / withdrawn,
    };
  } finally {
    await Promise.all([connection.close(), store.close()]);
  }
}

async function sweepOnce(store: Store): Promise<void> {
  const first = { after: null, count: 100 };
  await listDueMails(store, { overdueMs: 10_000, ...first });
  await listUnreportedMailFailures(store, { olderThanMs: 10_000, after: '', count: 100 });
  await listUnsettledCharges(store, { after: '', count: 100 });
  for (const mode of ['live', 'test'] as const) {
    await listStartableDeliveries(store, { mode, overdueMs: 10_000, ...first });
  }
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
