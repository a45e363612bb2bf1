import { createCaseWorker } from '@evict/case-worker/worker';
import { createLogger } from '@evict/telemetry';
import { startStack, type TestStack } from '@evict/testkit';
import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { command } from '../support/operate.ts';
import { advanceCase, seedDraft } from '../support/seed.ts';

// This test follows the procedure in docs/backup-and-upgrade.md for a build that shouldn't take over all cases at once.

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('an open case moves to the build that operators make current, and no older build has to be kept for it', async () => {
  const ref = await seedDraft(stack);
  await command(stack, ref, { kind: 'submit' });
  expect(await buildOf(ref.caseId)).toBe('');

  const stopFirst = await startBuild('one');
  await makeCurrent('one');
  await stack.stopWorker();
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect(await buildOf(ref.caseId)).toBe('one');

  const stopSecond = await startBuild('two');
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect(await buildOf(ref.caseId)).toBe('one');
  await makeCurrent('two');
  await stopFirst();
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect(await buildOf(ref.caseId)).toBe('two');

  const stopFirstAgain = await startBuild('one');
  await makeCurrent('one');
  await stopSecond();
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect(await buildOf(ref.caseId)).toBe('one');
  await stopFirstAgain();
});

/** Starts a worker of this build on the task queue of the stack. Returns a function that stops it. */
async function startBuild(buildId: string): Promise<() => Promise<void>> {
  const { temporalAddress: address, temporalNamespace: namespace, workflowBundle: bundlePath } = inject('servers');
  const { store, blobs, renderers, taskQueue } = stack;
  const [native, connection] = await Promise.all([
    NativeConnection.connect({ address }),
    Connection.connect({ address }),
  ]);
  const worker = await createCaseWorker({
    native,
    connection,
    namespace,
    taskQueue,
    store,
    blobs,
    renderers,
    bundlePath,
    buildId,
    logger: createLogger('test', 'silent'),
    sandboxReviewDelayMs: 3_600_000,
    platformFeeCents: 14_900,
    operatorsAddress: 'operators@example.com',
    websiteOrigin: 'https://www.example.com',
    requireSignedApprovals: false,
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await Promise.all([connection.close(), native.close()]);
  };
}

/** Makes the build current as soon as the server knows it. */
async function makeCurrent(buildId: string): Promise<void> {
  const { workflowService, options } = stack.client;
  const { namespace } = options;
  const identity = 'test';
  const request = { namespace, deploymentName: stack.taskQueue, buildId, identity };
  const tried = () =>
    workflowService.setWorkerDeploymentCurrentVersion(request).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(tried, { timeout: 60_000, interval: 200 });
}

/** Returns the build that completed the case's last workflow task, or an empty string before the first one. */
async function buildOf(workflowId: string): Promise<string> {
  const { raw } = await stack.client.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? '';
}
