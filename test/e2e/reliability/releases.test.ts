import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { CaseClient } from '@evict/temporal';
import { startStack, type TestStack } from '@evict/testkit';
import { bundleWorkflowCode } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// The workflows of two releases do different things in a different order. Cases are open on each while the service is
// upgraded and rolled back.

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

test(
  'cases that were started on one release continue on the other, after an upgrade and a rollback',
  { timeout: 600_000 },
  async () => {
    const [plain, untouched, ...begun] = await openCases(4);
    if (!plain || !untouched) throw new Error('four cases');
    await advanceTo(plain, 'closed');
    await release(other);
    // The case is due, and no command is sent to it.
    await stack.store.pool.query('UPDATE "Case" SET "clockAheadMs" = 7200000 WHERE id = $1', [untouched.caseId]);
    await stack.cases.look(untouched.caseId);
    await expectGoingOn(begun, 'cure_period');
    await startAnewUntil(async () => (await stateOf(untouched)) === 'notice_sent');
    const begunThere = await openCases(2);
    await release();
    const all = [...begun, ...begunThere];
    await expectGoingOn(all, 'filing_review');
    for (const ref of all) {
      await advanceTo(ref, 'closed');
      await expect.poll(() => stack.workflows.find(ref.caseId)).toBe('completed');
      // The history is the same as if one release had done everything.
      expect(await actionsOf(ref)).toEqual(await actionsOf(plain));
    }
  },
);

/** Opens sandbox cases and takes them into review. */
async function openCases(count: number): Promise<SeededCase[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const ref = await seedDraft(stack);
      expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
      return ref;
    }),
  );
}

/** Stops every worker of the old release before the new one starts. */
async function release(bundle?: string): Promise<void> {
  await stack.stopWorker();
  await stack.startWorker(bundle);
}

/**
 * Expects each case to accept its next command, at the latest after the reconciler has restarted the stuck workflow.
 */
async function expectGoingOn(refs: readonly SeededCase[], state: string): Promise<void> {
  // A stuck workflow doesn't respond, so its callers give up soon.
  const cases = new CaseClient(stack.client, { taskQueue: stack.taskQueue, deadlineMs: 250 });
  await startAnewUntil(async () => {
    const states = await Promise.all(
      refs.map(async (ref) => {
        if ((await stateOf(ref)) !== state) await advanceCase({ ...stack, cases }, ref).catch(() => {});
        return stateOf(ref);
      }),
    );
    return states.every((one) => one === state);
  });
  // No workflow task fails anymore.
  const problems = `TaskQueue = '${stack.taskQueue}' AND ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL`;
  const failing = async () => (await stack.client.workflow.count(problems)).count;
  await startAnewUntil(async () => (await failing()) === 0);
}

async function startAnewUntil(isDone: () => Promise<boolean>): Promise<void> {
  const look = async () => {
    await reconcileOnce(stack, { settledMs: 0, pauseMs: 0, stuckMs: 1000 });
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

async function actionsOf({ caseId }: SeededCase): Promise<string[]> {
  const where = { caseId, sequence: { not: null } };
  const events = await stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}
