import { keepReconciled, type ReconcilerDeps } from '@evict/case-worker/reconcile';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { runExclusively } from '@evict/store/database';
import { createLogger, metrics } from '@evict/telemetry';
import { registerLostNamespace, registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { withMethods } from '../support/workflows.ts';
import { passOnCaseClock } from '../support/sandbox-time.ts';
import { copyCase } from '../support/seed.ts';
import { startService } from '../support/service.ts';

// Operators, Temporal failures and the loss of its data can stop or damage a case's workflow, but the case continues.

const service = await startService();
const { stack } = service;
const { store, workflows, client } = stack;

/** Each test has its own organization, because advances are rate-limited per organization. */
let customer: Awaited<ReturnType<typeof service.signUp>>;
beforeEach(async () => {
  customer = await service.signUp();
});

/** Rows that have just changed are compared, too, so no test waits for them to settle. */
const atOnce = { settledMs: 0, pauseMs: 0 };

const terminate = (id: string) => client.workflow.getHandle(id).terminate('by mistake');
const losses: Record<string, (caseId: string) => Promise<unknown>> = {
  terminated: terminate,
  canceled: async (id) => {
    await client.workflow.getHandle(id).cancel();
    await expect.poll(() => statusOf(id)).toBe('canceled');
  },
  timed_out: async (id) => {
    await terminate(id);
    const { taskQueue } = stack;
    const started = { workflowId: id, taskQueue, workflowRunTimeout: '1s', args: [{ caseId: id }] } as const;
    await client.workflow.start('evictionCase', started);
    await expect.poll(() => statusOf(id)).toBe('timed_out');
  },
  missing: async (id) => {
    const { namespace } = client.options;
    await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: id } });
    await expect.poll(() => workflows.find(id)).toBe(null);
  },
};

describe('an open case whose workflow is lost or reset', () => {
  test.each(Object.entries(losses))(
    'gets one new workflow and continues after the old one was found %s',
    async (_loss, lose) => {
      const { id } = await customer.submitted(buildFacts());
      const { clock } = (await customer.advanceBy(id, 2)).data.progress;
      const events = await customer.events(id);
      await lose(id);
      const runs = (await workflows.find(id)) === null ? 0 : await runsOf(id);
      await reconciled(id);
      expect(await runsOf(id)).toBe(runs + 1);
      expect(await customer.events(id)).toEqual(events);
      // The case's clock also continues, and its timers fire.
      await passOnCaseClock(stack, { caseId: id }, 20 * 86_400_000);
      await expect.poll(async () => (await customer.read(id)).state).toBe('filing_review');
      expect(Date.parse((await customer.read(id)).data.progress.clock)).toBeGreaterThan(Date.parse(clock));
      await expectEveryEventOnce(id);
      expect(await runsOf(id)).toBe(runs + 1);
    },
  );

  test.each([
    ['dropped', true],
    ['reapplied', false],
  ])('continues from its database row after a reset in which the later commands were %s', async (_how, forgets) => {
    const { id } = await customer.submitted(buildFacts());
    await customer.advanceBy(id, 2);
    const events = await customer.events(id);
    await reset(id, forgets);
    expect(await customer.events(id)).toEqual(events);
    expect((await customer.advance(id)).state).toBe('filing_review');
    await expectEveryEventOnce(id);
  });

  test('is restored even if it is a draft that was returned to its customer', async () => {
    const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:request_changes' }));
    expect((await customer.advance(id)).state).toBe('draft');
    await terminate(id);
    await reconciled(id);
    expect((await customer.submit(id)).case.state).toBe('notice_review');
  });
});

test('the reconciler registers a lost namespace again, and its open cases continue', async () => {
  const { temporalAddress: address, temporalNamespace } = inject('servers');
  const namespace = `${temporalNamespace}-lost`;
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  await registerNamespace(connection, namespace);
  const { stack: lost, signUp } = await startService({ temporalNamespace: namespace });
  const owner = await signUp();
  const { id } = await owner.submitted(buildFacts());
  await lost.stopWorker();
  await connection.operatorService.deleteNamespace({ namespace });
  const found = () => lost.workflows.find(id).catch(() => 'no namespace');
  await expect.poll(found).not.toBe('running');

  const before = await valueOf(metrics.workflowsRestored, { reason: 'missing' });
  const { store: lostStore, workflows: lostWorkflows } = lost;
  const register = async () => void (await registerLostNamespace(connection, namespace));
  await whileLooping({ store: lostStore, workflows: lostWorkflows, registerNamespace: register }, async () => {
    await expect.poll(found).toBe('running');
    await expect.poll(() => valueOf(metrics.workflowsRestored, { reason: 'missing' })).toBe(before + 1);
  });
  await lost.startWorker();
  expect((await owner.advance(id)).state).toBe('notice_sent');
});

test('the metrics for stuck workflows and compared pages are updated during a round of the reconciler', async () => {
  let [stuck, isOver] = [1, false];
  const pages: (() => void)[] = [];
  const slow = withMethods(workflows, {
    countProblems: async () => stuck,
    listRunning: async () => {
      if (!isOver) await new Promise<void>((resolve) => pages.push(resolve));
      return new Set();
    },
    find: async () => null,
    start: async () => false,
  });
  await customer.submitted(buildFacts());
  await whileLooping({ workflows: slow, pageSize: 1 }, async () => {
    await expect.poll(() => valueOf(metrics.workflowProblems)).toBe(1);
    await expect.poll(() => pages.length).toBe(1);
    stuck = 2;
    await expect.poll(() => valueOf(metrics.workflowProblems)).toBe(2);
    const before = await valueOf(metrics.reconcilePages);
    pages[0]?.();
    await expect.poll(() => valueOf(metrics.reconcilePages)).toBe(before + 1);
    isOver = true;
    for (const release of pages) release();
  });
});

describe('stuck workflows', () => {
  /**
   * Creates cases whose workflows are reported as stuck. Returns their ids, and the ids of those whose workflows are
   * replaced or ended.
   */
  async function stuckCases(count: number) {
    const ids = await copyCase(stack, await submittedId(), count);
    onTestFinished(async () => void (await store.prisma.case.deleteMany({ where: { id: { in: ids } } })));
    const [replaced, ended]: [string[], string[]] = [[], []];
    const stuckOf = (stuck: readonly string[]) =>
      withMethods(workflows, {
        listRunning: async (asked) => new Set(asked),
        listStuck: async (most) => stuck.slice(0, most),
        isStuck: async () => true,
        start: async ({ caseId }) => replaced.push(caseId) > 0,
        // The workflow of a case that isn't one of the copies is really terminated.
        tell: async () => false,
        terminate: async (id) => (ids.includes(id) ? ended.push(id) > 0 : workflows.terminate(id)),
      });
    return { ids, replaced, ended, stuckOf };
  }

  test('are replaced if there are at most 20, and otherwise the reconciler stops its round, and a metric counts the stop', async () => {
    const { ids, replaced, stuckOf } = await stuckCases(21);
    const tooMany = stuckOf(ids);
    expect(await reconcileOnce({ store, workflows: tooMany }, atOnce)).toMatchObject({
      replaced: 0,
      stuckBeyond: true,
    });
    const before = await valueOf(metrics.reconcileRounds, { result: 'stopped' });
    await whileLooping({ workflows: tooMany }, async () => {
      await expect.poll(() => valueOf(metrics.reconcileRounds, { result: 'stopped' })).toBeGreaterThan(before);
    });
    expect(replaced).toEqual([]);
    const round = await reconcileOnce({ store, workflows: stuckOf(ids.slice(1)) }, atOnce);
    expect(round).toMatchObject({ replaced: 20, stuckBeyond: false });
    expect(replaced.toSorted()).toEqual(ids.slice(1).toSorted());
  });

  test("are ended if their case is a draft or finished, and then don't count toward the limit of 20", async () => {
    const { ids, replaced, ended, stuckOf } = await stuckCases(2);
    const [finished, [draft = '', open = '']] = [await submittedId(), ids];
    await store.pool.query(`UPDATE "Case" SET state = 'closed' WHERE id = $1`, [finished]);
    await store.pool.query(`UPDATE "Case" SET state = 'draft', sequence = 0 WHERE id = $1`, [draft]);
    const unknown = Array.from({ length: 20 }, (_, index) => `case_unknown${index}`);
    const stuck = stuckOf([finished, draft, open, ...unknown]);
    const counts = await reconcileOnce({ store, workflows: stuck }, atOnce);
    expect(counts).toMatchObject({ replaced: 1, ended: 2, stuckBeyond: false, failed: 0 });
    expect([replaced, ended, await statusOf(finished)]).toEqual([[open], [draft], 'terminated']);
    expect(await workflows.terminate('case_unknown')).toBe(false);
  });
});

describe('the reconciler', () => {
  test("doesn't start a workflow for a case that has just ended, or that ends during a round", async () => {
    const ids = [await submittedId(), await submittedId(), await submittedId(), await submittedId()];
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const looking = lookUntil(over.signal);
    await Promise.all(ids.map((id) => customer.withdraw(id)));
    for (const id of ids) await expect.poll(() => statusOf(id)).toBe('completed');
    await reconcileOnce(stack, atOnce);
    over.abort();
    expect(await looking).toBe(0);
    for (const id of ids) {
      expect(await statusOf(id)).toBe('completed');
      await expectEveryEventOnce(id);
    }
  });

  test("doesn't interfere with a submit or an advance", async () => {
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const looking = lookUntil(over.signal);
    const ids = await Promise.all([submittedId(), submittedId(), submittedId()]);
    await Promise.all(ids.map((id) => customer.advanceBy(id, 3)));
    over.abort();
    expect(await looking).toBe(0);
    for (const id of ids) {
      await expectEveryEventOnce(id);
      expect([(await customer.read(id)).state, await runsOf(id)]).toEqual(['filing_review', 1]);
    }
  });

  test("doesn't start a workflow for a finished case that Temporal no longer has", async () => {
    const id = await submittedId();
    await customer.withdraw(id);
    await losses['missing']?.(id);
    await reconcileOnce(stack, atOnce);
    expect(await workflows.find(id)).toBe(null);
  });

  test('starts the missing workflow of a case only once, even if four reconcilers run at the same time', async () => {
    const id = await submittedId();
    await terminate(id);
    const four = () => Promise.all(Array.from({ length: 4 }, () => reconcileOnce(stack, atOnce)));
    await expect
      .poll(async () => {
        await four();
        return workflows.find(id);
      })
      .toBe('running');
    await four();
    expect(await runsOf(id)).toBe(2);
  });
});

test.each([
  ['a finished case', async () => (await customer.withdraw(await submittedId())).id],
  ['a draft', async () => (await customer.create(buildFacts())).id],
  ['an unknown case', async () => `case_${crypto.randomUUID()}`],
])('a workflow that is started for %s completes at once', async (_which, make) => {
  const caseId = await make();
  await expect.poll(() => statusOf(caseId)).not.toBe('running');
  const { organizationId } = customer;
  expect(await workflows.start({ caseId, organizationId, mode: 'test' })).toBe(true);
  await expect.poll(() => statusOf(caseId)).toBe('completed');
});

test('the reconciler tells a running workflow that its case is over, and the workflow completes', async () => {
  const id = await submittedId();
  await store.pool.query(
    `UPDATE "Case" SET state = 'withdrawn', record = record || '{"state": "withdrawn"}' WHERE id = $1`,
    [id],
  );
  await expect
    .poll(async () => {
      await reconcileOnce(stack, atOnce);
      return statusOf(id);
    })
    .toBe('completed');
});

test('the reconciler tells a running workflow that its case is overdue, and the workflow takes the overdue step', async () => {
  const id = await submittedId();
  // The case is overdue, but none of the workflow's timers ends now, as if it waited for something else.
  await store.pool.query(
    `UPDATE "Case" SET "clockAheadMs" = 7 * 86400000, "dueAt" = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  expect(await reconcileOnce(stack, { ...atOnce, settledMs: 60_000 })).toMatchObject({ told: 0, failed: 0 });
  expect(await reconcileOnce(stack, atOnce)).toMatchObject({ told: 1, failed: 0 });
  await expect.poll(async () => (await customer.read(id)).state).toBe('notice_sent');
  expect(await reconcileOnce(stack, atOnce)).toMatchObject({ told: 0, failed: 0 });
});

test('the reconciler compares open cases page by page, and starts each lost workflow', async () => {
  const id = await submittedId();
  const round = () => reconcileOnce(stack, { ...atOnce, pageSize: 5 });
  const { compared } = await round();
  const copies = 12;
  await copyCase(stack, id, copies);
  expect(await round()).toMatchObject({ compared: compared + copies, started: copies, failed: 0 });
  // With this many cases, visibility and the first decisions lag.
  await expect.poll(round).toMatchObject({ compared: compared + copies, started: 0, told: 0, failed: 0 });
});

test('only one process at a time runs a round of the reconciler', async () => {
  const run = () =>
    runExclusively(store, 'a name of this test', () => runExclusively(store, 'a name of this test', async () => 1));
  expect(await run()).toBe(null);
  expect(await runExclusively(store, 'a name of this test', async () => 1)).toBe(1);
});

async function submittedId(): Promise<string> {
  return (await customer.submitted(buildFacts())).id;
}

/** Reconciles until Temporal has a running workflow of the case. */
async function reconciled(caseId: string): Promise<void> {
  await expect
    .poll(async () => {
      await reconcileOnce(stack, atOnce);
      return workflows.find(caseId);
    })
    .toBe('running');
}

/** Runs the work while the reconciler runs round after round, as in a worker. */
async function whileLooping(
  { pageSize = 1000, ...deps }: Partial<ReconcilerDeps> & { pageSize?: number },
  work: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const own = { store, workflows, logger: createLogger('test', 'silent'), registerNamespace: async () => {} };
  const looping = keepReconciled({ ...own, ...deps }, { ...atOnce, everyMs: 50, pageSize }, over.signal);
  try {
    await work();
  } finally {
    over.abort();
    await looping;
  }
}

/** Reconciles repeatedly until the signal aborts. Returns how many workflows were started. */
async function lookUntil(signal: AbortSignal): Promise<number> {
  let started = 0;
  // The pause leaves time for the cases that the rounds must not disturb.
  const options = { ...atOnce, pauseMs: 20, signal };
  while (!signal.aborted) started += (await reconcileOnce(stack, options)).started;
  return started;
}

/** The numbers of the types Signal and Update in Temporal's API. */
const forgetting: object = { resetReapplyExcludeTypes: [1, 2] };

/** Resets the workflow to the point at which the case waited for its first advance. */
async function reset(workflowId: string, forgets: boolean): Promise<void> {
  const { namespace } = client.options;
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const firstTimer = (events ?? []).find(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const workflowTaskFinishEventId = firstTimer?.timerStartedEventAttributes?.workflowTaskCompletedEventId ?? null;
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId },
    reason: 'by mistake',
    requestId: crypto.randomUUID(),
    workflowTaskFinishEventId,
    ...(forgets && forgetting),
  });
}

function statusOf(caseId: string) {
  return workflows.find(caseId);
}

async function runsOf(caseId: string): Promise<number> {
  const { namespace } = client.options;
  const query = `WorkflowId = '${caseId}'`;
  const listed = async () => (await client.workflowService.listWorkflowExecutions({ namespace, query })).executions;
  const newest = (await client.workflow.getHandle(caseId).describe()).runId;
  await expect.poll(async () => (await listed())?.some(({ execution }) => execution?.runId === newest)).toBe(true);
  return (await listed())?.length ?? 0;
}

async function expectEveryEventOnce(caseId: string): Promise<void> {
  const { rows } = await store.pool.query<{ sequence: number }>(
    'SELECT sequence FROM "CaseEvent" WHERE "caseId" = $1 AND sequence IS NOT NULL ORDER BY sequence',
    [caseId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
}

interface Metric {
  get: () => Promise<{ values: { value: number; labels: Record<string, string | number> }[] }>;
}

async function valueOf(metric: Metric, labels: Record<string, string> = {}): Promise<number> {
  const { values } = await metric.get();
  const sample = values.find((one) => Object.entries(labels).every(([name, value]) => one.labels[name] === value));
  return sample?.value ?? 0;
}
