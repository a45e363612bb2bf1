import { keepReconciled } from '@evict/case-worker/reconcile';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { runExclusively } from '@evict/store/database';
import { createLogger, metrics } from '@evict/telemetry';
import { knownWait } from '@evict/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { withMethods } from '../support/processes.ts';
import { copyCase } from '../support/seed.ts';
import { startService } from '../support/service.ts';

// What an operator, a fault of Temporal or the loss of its data does to the workflow of a case, and that the case continues.

const service = await startService();
const { stack } = service;
const { store, processes, client } = stack;

/** Of an organization of its own for every test: their advances are counted. */
let customer: Awaited<ReturnType<typeof service.signUp>>;
beforeEach(async () => {
  customer = await service.signUp();
});

/** Rows that have just changed are compared too: no test waits for them to settle. */
const atOnce = { settledMs: 0, pauseMs: 0 };

const terminate = (id: string) => client.workflow.getHandle(id).terminate('by mistake');
const losses: Record<string, (caseId: string) => Promise<unknown>> = {
  terminated: terminate,
  canceled: async (id) => {
    await client.workflow.getHandle(id).cancel();
    await expect.poll(() => statusOf(id)).toBe('canceled');
  },
  timed_out: async (id) => {
    await client.workflow.getHandle(id).terminate('to be started with a timeout');
    await client.workflow.start('evictionCase', {
      workflowId: id,
      taskQueue: stack.taskQueue,
      workflowRunTimeout: '1s',
      args: [{ caseId: id }],
    });
    await expect.poll(() => statusOf(id)).toBe('timed_out');
  },
  missing: async (id) => {
    const { namespace } = client.options;
    await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: id } });
    await expect.poll(() => processes.find(id)).toBe(null);
  },
};

describe('an open case whose process is lost', () => {
  test.each(Object.entries(losses))('%s: is started once, and goes on to its end', async (_loss, lose) => {
    const { id } = await customer.submitted(buildFacts());
    const { clock } = (await customer.advanceBy(id, 2)).data.progress;
    const events = await customer.events(id);
    await lose(id);
    const runs = (await processes.find(id)) === null ? 0 : await runsOf(id);
    await reconciled(id);
    expect(await runsOf(id)).toBe(runs + 1);
    expect(await customer.events(id)).toEqual(events);

    const next = await customer.advance(id);
    expect(next.state).toBe('filing_review');
    expect(Date.parse(next.data.progress.clock)).toBeGreaterThan(Date.parse(clock));
    expect((await customer.advanceBy(id, 8)).state).toBe('closed');
    await expectEveryEventOnce(id);
    expect(await runsOf(id)).toBe(runs + 1);
  });

  test.each([
    ['with the commands after it forgotten', true],
    ['with the commands after it given again', false],
  ])('reset to an older point, %s: goes on from its row', async (_how, forgets) => {
    const { id } = await customer.submitted(buildFacts());
    await customer.advanceBy(id, 2);
    const events = await customer.events(id);
    const before = await knownWait(stack.client, id);
    await reset(id, forgets);
    const known = async () => {
      await reconcileOnce(stack, atOnce);
      return knownWait(stack.client, id);
    };
    await expect.poll(known).toMatchObject({ state: before?.state, waitsFor: before?.waitsFor });
    expect(await customer.events(id)).toEqual(events);
    expect((await customer.advanceBy(id, 9)).state).toBe('closed');
    await expectEveryEventOnce(id);
  });

  test('includes a draft that was returned to its customer', async () => {
    const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:request_changes' }));
    expect((await customer.advance(id)).state).toBe('draft');
    await terminate(id);
    await reconciled(id);
    expect((await customer.submit(id)).case.state).toBe('notice_review');
  });

  test('is started by the loop, and counted', async () => {
    const { id } = await customer.submitted(buildFacts());
    const before = await restoredCount('missing');
    const over = new AbortController();
    const logger = createLogger('test', 'silent');
    const deps = { store, processes, logger, registerNamespace: async () => {} };
    const looping = keepReconciled(deps, { ...atOnce, everyMs: 200 }, over.signal);
    try {
      await terminate(id);
      await expect.poll(() => processes.find(id)).toBe('running');
      await expect.poll(() => restoredCount('missing')).toBe(before + 1);
    } finally {
      over.abort();
      await looping;
    }
  });
});

test('stuck workflows are counted while a round is under way, and its pages are', async () => {
  let stuck = 1;
  const over = new AbortController();
  const pages: (() => void)[] = [];
  const slow = withMethods(processes, {
    countProblems: async () => stuck,
    listRunning: async () => {
      // One that is asked for when all have been released does not wait.
      if (!over.signal.aborted) await new Promise<void>((resolve) => pages.push(resolve));
      return new Map();
    },
    find: async () => null,
    start: async () => false,
  });
  await customer.submitted(buildFacts());
  const deps = { store, processes: slow, logger: createLogger('test', 'silent'), registerNamespace: async () => {} };
  const looping = keepReconciled(deps, { ...atOnce, everyMs: 50, pageSize: 1 }, over.signal);
  try {
    await expect.poll(() => valueOf('workflowProblems')).toBe(1);
    await expect.poll(() => pages.length).toBe(1);
    stuck = 2;
    await expect.poll(() => valueOf('workflowProblems')).toBe(2);
    const before = await valueOf('reconcilePages');
    pages[0]?.();
    await expect.poll(() => valueOf('reconcilePages')).toBe((before ?? 0) + 1);
  } finally {
    over.abort();
    for (const release of pages) release();
    await looping;
  }
});

describe('a reconciler never', () => {
  test('starts a case that has just ended, or ends while it looks', async () => {
    const ids = [await submittedId(), await submittedId(), await submittedId(), await submittedId()];
    const over = new AbortController();
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

  test('comes between a case and its submit or its advances', async () => {
    const over = new AbortController();
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

  test('starts a finished case that Temporal no longer has', async () => {
    const id = await submittedId();
    await customer.withdraw(id);
    await losses['missing']?.(id);
    await reconcileOnce(stack, atOnce);
    expect(await processes.find(id)).toBe(null);
  });

  test('starts a case twice, however many look at once', async () => {
    const id = await submittedId();
    await terminate(id);
    const four = () => Promise.all(Array.from({ length: 4 }, () => reconcileOnce(stack, atOnce)));
    await expect
      .poll(async () => {
        await four();
        return processes.find(id);
      })
      .toBe('running');
    await four();
    expect(await runsOf(id)).toBe(2);
  });
});

test.each([
  ['a finished case', async () => (await customer.withdraw(await submittedId())).id],
  ['a draft', async () => (await customer.create(buildFacts())).id],
  ['a case that is not there', async () => `case_${crypto.randomUUID()}`],
])('a workflow that is started for %s ends by itself', async (_which, make) => {
  const caseId = await make();
  await expect.poll(() => statusOf(caseId)).not.toBe('running');
  const { organizationId } = customer;
  expect(await processes.start({ caseId, organizationId, mode: 'test' })).toBe(true);
  await expect.poll(() => statusOf(caseId)).toBe('completed');
});

test('a running workflow is told that its case is over', async () => {
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

test('a restarted sandbox case keeps its clock, and its timers still fire', async () => {
  const quick = await startService({ sandboxReviewDelayMs: 3000 });
  const owner = await quick.signUp();
  const { id } = await owner.submitted(buildFacts());
  let seen = await owner.advanceBy(id, 1);
  while (seen.state !== 'filing_review') seen = await owner.advance(id);
  const before = Date.parse(seen.data.progress.clock);
  expect(before - Date.now()).toBeGreaterThan(5 * 86_400_000);
  await quick.stack.client.workflow.getHandle(id).terminate('by mistake');
  await expect
    .poll(async () => {
      await reconcileOnce(quick.stack, atOnce);
      return (await owner.read(id)).state;
    })
    .toBe('filing_submitted');
  const { clock } = (await owner.read(id)).data.progress;
  expect(Date.parse(clock)).toBeGreaterThan(before);
});

test('open cases are compared page by page, and each that is lost is started', async () => {
  const id = await submittedId();
  const round = () => reconcileOnce(stack, { ...atOnce, pageSize: 20 });
  const { compared } = await round();
  const copies = 50;
  await copyCase(stack, id, copies);
  expect(await round()).toMatchObject({ compared: compared + copies, started: copies, failed: 0 });
  // Visibility and the first decisions of so many follow in their own time.
  await expect.poll(round).toEqual({
    compared: compared + copies,
    started: 0,
    told: 0,
    replaced: 0,
    ended: 0,
    stuckBeyond: false,
    failed: 0,
  });
});

test('one process at a time runs the round', async () => {
  const run = () =>
    runExclusively(store, 'a name of this test', () => runExclusively(store, 'a name of this test', async () => 1));
  expect(await run()).toBe(null);
  expect(await runExclusively(store, 'a name of this test', async () => 1)).toBe(1);
});

async function submittedId(): Promise<string> {
  return (await customer.submitted(buildFacts())).id;
}

/** Reconciles until Temporal has a workflow that runs. */
async function reconciled(caseId: string): Promise<void> {
  await expect
    .poll(async () => {
      await reconcileOnce(stack, atOnce);
      return processes.find(caseId);
    })
    .toBe('running');
}

/** How many workflows were started. */
async function lookUntil(signal: AbortSignal): Promise<number> {
  let started = 0;
  while (!signal.aborted) started += (await reconcileOnce(stack, { ...atOnce, signal })).started;
  return started;
}

/** Signals and Updates, as the API numbers them. */
const forgetting: object = { resetReapplyExcludeTypes: [1, 2] };

/** Back to where the case waited for its first advance. */
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
  return processes.find(caseId);
}

async function runsOf(caseId: string): Promise<number> {
  const { namespace } = client.options;
  const query = `WorkflowId = '${caseId}'`;
  const listed = async () => (await client.workflowService.listWorkflowExecutions({ namespace, query })).executions;
  const newest = (await client.workflow.getHandle(caseId).describe()).runId;
  await expect.poll(async () => (await listed())?.some(({ execution }) => execution?.runId === newest)).toBe(true);
  return (await listed())?.length ?? 0;
}

async function restoredCount(reason: string): Promise<number> {
  const { values } = await metrics.processesRestored.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

async function expectEveryEventOnce(caseId: string): Promise<void> {
  const { rows } = await store.pool.query<{ sequence: number }>(
    'SELECT sequence FROM "CaseEvent" WHERE "caseId" = $1 AND sequence IS NOT NULL ORDER BY sequence',
    [caseId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
}

async function valueOf(name: 'workflowProblems' | 'reconcilePages'): Promise<number | undefined> {
  return (await metrics[name].get()).values[0]?.value;
}
