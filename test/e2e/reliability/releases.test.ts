import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepReconciled } from '@evict/case-worker/reconcile';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { createLogger, metrics } from '@evict/telemetry';
import { startStack, type TestStack } from '@evict/testkit';
import { bundleWorkflowCode } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { withMethods } from '../support/processes.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// Two releases whose workflows do other things in another order, forward and back, with cases open on each.

let stack: TestStack;
let other = '';
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'other-release-'));
  other = join(dir, 'workflows.js');
  const workflowsPath = fileURLToPath(new URL('other-release/workflows.ts', import.meta.url));
  await writeFile(other, (await bundleWorkflowCode({ workflowsPath })).code);
  stack = await startStack();
  afterAll(async () => {
    await stack.stop();
    await rm(dir, { recursive: true });
  });
});

test('cases that one release has begun go on in the other, forward and back', { timeout: 600_000 }, async () => {
  const [plain, ...begun] = await openCases(4);
  if (!plain) throw new Error('a case');
  await advanceTo(plain, 'closed');
  await release(other);
  await expectGoingOn(begun, 'cure_period');
  const begunThere = await openCases();
  await release();
  await expectGoingOn([...begun, ...begunThere], 'filing_review');
  for (const ref of [...begun, ...begunThere]) {
    await advanceTo(ref, 'closed');
    await expect.poll(() => stack.processes.find(ref.caseId)).toBe('completed');
    // What one release alone would have done.
    expect(await actionsOf(ref)).toEqual(await actionsOf(plain));
  }
});

test('a case that nobody touches goes on in the other release when it is due', { timeout: 600_000 }, async () => {
  const [ref] = await openCases(1);
  if (!ref) throw new Error('a case');
  await release(other);
  await stack.store.pool.query('UPDATE "Case" SET "clockAheadMs" = 7200000 WHERE id = $1', [ref.caseId]);
  await stack.cases.look(ref.caseId);
  await startAnewUntil(async () => (await stateOf(ref)) === 'notice_sent');
  await release();
});

test('more than 20 stuck workflows stop the round, and page; 20 are started anew', { timeout: 600_000 }, async () => {
  const begun = await openCases(21);
  const runs = await Promise.all(begun.map(runOf));
  const ids = begun.map(({ caseId }) => caseId);
  // Visibility finds as many as are asked for: it says that they are stuck, and so do their histories.
  const stuck = (count: number) =>
    withMethods(stack.processes, {
      listStuck: async (most) => ids.slice(0, Math.min(count, most)),
      isStuck: async () => true,
    });
  const round = (count: number) => reconcileOnce({ store: stack.store, processes: stuck(count) }, atOnce);
  expect(await round(21)).toMatchObject({ replaced: 0, stuckBeyond: true });
  expect(await Promise.all(begun.map(runOf))).toEqual(runs);

  const before = await stopped();
  const over = new AbortController();
  const deps = { store: stack.store, logger: createLogger('test', 'silent'), registerNamespace: async () => {} };
  const looping = keepReconciled({ ...deps, processes: stuck(21) }, { ...atOnce, everyMs: 50 }, over.signal);
  await expect.poll(stopped).toBeGreaterThan(before);
  over.abort();
  await looping;

  expect(await round(20)).toMatchObject({ replaced: 20, stuckBeyond: false });
  const after = await Promise.all(begun.map(runOf));
  expect(after.filter((run, index) => run === runs[index])).toEqual([runs[20]]);
  for (const ref of begun.slice(0, 2)) {
    await advanceTo(ref, 'notice_sent');
    expect(await actionsOf(ref)).toEqual(['submit', 'attested', 'review_recorded', 'approve_notice', 'send_notice']);
  }
});

test('a stuck workflow of a draft or a finished case is ended, and is none of the 20', async () => {
  const [finished, draft, open] = await openCases(3);
  if (!finished || !draft || !open) throw new Error('three cases');
  const before = await runOf(open);
  // Nothing that they are told is done.
  await stack.stopWorker();
  const { pool } = stack.store;
  await pool.query(`UPDATE "Case" SET state = 'closed' WHERE id = $1`, [finished.caseId]);
  await pool.query(`UPDATE "Case" SET state = 'draft', sequence = 0 WHERE id = $1`, [draft.caseId]);
  const unknown = Array.from({ length: 20 }, (_, index) => `case_unknown${index}`);
  const processes = withMethods(stack.processes, {
    listStuck: async () => [finished.caseId, draft.caseId, open.caseId, ...unknown],
    isStuck: async () => true,
  });
  const counts = await reconcileOnce({ store: stack.store, processes }, atOnce);
  expect(counts).toMatchObject({ replaced: 1, ended: 2, stuckBeyond: false, failed: 0 });
  expect(await stack.processes.find(finished.caseId)).toBe('terminated');
  expect(await stack.processes.find(draft.caseId)).toBe('terminated');
  expect(await stack.processes.find(open.caseId)).toBe('running');
  expect(await runOf(open)).not.toBe(before);
  await stack.startWorker();
});

const atOnce = { settledMs: 0, pauseMs: 0 };

/** Sandbox cases under review. */
async function openCases(count = 3): Promise<SeededCase[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const ref = await seedDraft(stack);
      expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
      return ref;
    }),
  );
}

/** Every worker of the release before has gone when that of the next one begins. */
async function release(bundle?: string): Promise<void> {
  await stack.stopWorker();
  await stack.startWorker(bundle);
}

/** Their next command is taken, at the latest when the reconciler has started the stuck workflow anew. */
async function expectGoingOn(refs: readonly SeededCase[], state: string): Promise<void> {
  await startAnewUntil(async () => {
    const states = await Promise.all(
      refs.map(async (ref) => {
        if ((await stateOf(ref)) !== state) await advanceCase(stack, ref).catch(() => {});
        return stateOf(ref);
      }),
    );
    return states.every((one) => one === state);
  });
  // No task fails any more.
  const problems = `TaskQueue = '${stack.taskQueue}' AND ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL`;
  const failing = async () => (await stack.client.workflow.count(problems)).count;
  await startAnewUntil(async () => (await failing()) === 0);
}

async function startAnewUntil(isDone: () => Promise<boolean>): Promise<void> {
  const look = async () => {
    await reconcileOnce(stack, { ...atOnce, stuckMs: 1000 });
    return isDone();
  };
  await expect.poll(look, { timeout: 240_000, interval: 500 }).toBe(true);
}

async function advanceTo(ref: SeededCase, state: string): Promise<void> {
  const advanced = async () => {
    if ((await stateOf(ref)) !== state) await advanceCase(stack, ref);
    return stateOf(ref);
  };
  await expect.poll(advanced).toBe(state);
}

async function stateOf({ caseId: id }: SeededCase): Promise<string> {
  return (await stack.store.prisma.case.findUniqueOrThrow({ where: { id }, select: { state: true } })).state;
}

async function runOf({ caseId }: SeededCase): Promise<string> {
  return (await stack.client.workflow.getHandle(caseId).describe()).runId;
}

async function stopped(): Promise<number> {
  const { values } = await metrics.reconcileRounds.get();
  return values.find(({ labels }) => labels.result === 'stopped')?.value ?? 0;
}

async function actionsOf({ caseId }: SeededCase): Promise<string[]> {
  const where = { caseId, sequence: { not: null } };
  const events = await stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}
