import { spawn } from 'node:child_process';

import { createPrepareSubmission } from '../../services/case-worker/src/activities/prepare-submission.ts';
import { createRecordTransition } from '../../services/case-worker/src/activities/record-transition.ts';
import { createMakeDocuments } from '../../services/case-worker/src/activities/make-documents.ts';
import { createPostgresBlobStore } from '@evict/documents';
import { findCase } from '@evict/store';
import { createCaseWorker } from '../../services/case-worker/src/worker.ts';
import { cloneDatabase } from '../../packages/testkit/src/databases.ts';
import { openStore } from '@evict/store';
import { CaseClient } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime, NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { advanceCase, seedDraft } from './support/seed.ts';

let dbUrl = '';
const EXEC = JSON.parse(process.env.EXEC ?? '[]');
async function startStack(): Promise<any> {
  const { temporalAddress: address, temporalNamespace: namespace, workflowBundle: bundlePath } = inject('servers');
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const taskQueue = `cases-${Math.random()}`;
  const logger = { info() {}, warn() {}, error() {} } as any;
  const [native, connection, store] = await Promise.all([
    NativeConnection.connect({ address }),
    Connection.connect({ address }),
    cloneDatabase().then((url) => ((dbUrl = url), openStore(url))),
  ]);
  const client = new Client({ connection, namespace });
  const blobs = createPostgresBlobStore(store.pool);
  const s: any = {
    url: dbUrl,
    store,
    client,
    taskQueue,
    cases: new CaseClient(client, { taskQueue }),
    stopWorker: async () => {},
  };
  s.startWorker = async () => {
    const worker = await createCaseWorker({
      native,
      connection,
      namespace,
      taskQueue,
      store,
      blobs,
      logger,
      sandboxReviewDelayMs: 3600000,
      platformFeeCents: 1,
      bundlePath,
    } as any);
    const running = worker.run();
    s.stopWorker = async () => {
      s.stopWorker = async () => {};
      worker.shutdown();
      await running;
    };
  };
  s.stop = async () => {
    await s.stopWorker();
    await Promise.all([connection.close(), native.close(), store.close()]);
  };
  await s.startWorker();
  return s;
}
let stack: any;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
const read = async (ref: Awaited<ReturnType<typeof seedDraft>>) => {
  const row = await findCase(stack.store.pool, ref, ref.caseId);
  if (!row) throw new Error('none');
  return row;
};

test('a worker that dies between the commit of a submit and Temporal', async () => {
  const ref = await seedDraft(stack);
  await stack.stopWorker();
  const { temporalAddress: address, temporalNamespace: namespace, workflowBundle } = inject('servers');
  const child = spawn(
    process.execPath,
    [
      ...EXEC,
      new URL('scratch-worker.ts', import.meta.url).pathname,
      address,
      namespace,
      stack.taskQueue,
      workflowBundle,
      stack.url,
    ],
    { stdio: 'inherit' },
  );
  const gone = new Promise((r) => child.on('exit', (c, sig) => r(sig ?? c)));
  const answer = stack.cases.submit(ref, 'upd-1').catch((e: any) => e.name);
  console.log('child', await gone, (await read(ref)).state);
  await stack.startWorker();
  console.log('first answer', await answer);
  console.log('second answer', await stack.cases.submit(ref, 'upd-1').catch((e: any) => e.name));
  await expect.poll(async () => (await read(ref)).documents.length, { timeout: 20000 }).toBe(1);
  expect((await read(ref)).state).toBe('notice_review');
  expect(await advanceCase(stack, ref)).toEqual({ ok: true });
  expect((await read(ref)).state).toBe('notice_sent');
}, 60_000);

test('continue as new keeps the clock and an advance in it', async () => {
  const ref = await seedDraft(stack, {
    ground: 'holdover',
    lease: { startDate: '2025-01-01', monthlyRentCents: 100000 },
  });
  expect(await stack.cases.submit(ref)).toEqual({ ok: true });
  await advanceCase(stack, ref);
  await advanceCase(stack, ref);
  expect((await read(ref)).state).toBe('cure_period');
  await advanceCase(stack, ref); // to filing_review, a month ahead
  const before = await read(ref);
  const handle = stack.client.workflow.getHandle(ref.caseId);
  const { runId, historyLength } = await handle.describe();
  let calls = 0;
  let now = { runId, historyLength };
  while (now.runId === runId && calls < 3000) {
    await Promise.all(
      Array.from({ length: 8 }, () => stack.cases.reportCure(ref).catch((e) => console.log(String(e)))),
    );
    calls += 8;
    if (calls % 160 === 0) console.log(calls, now.historyLength);
    now = await handle.describe();
    if (now.historyLength > 4000 && now.runId === runId) {
      console.log('advance+cure', now.historyLength);
      const [a] = await Promise.all([
        advanceCase(stack, ref).catch((e) => e),
        stack.cases.reportCure(ref).catch((e) => e),
      ]);
      console.log(String(a?.ok ?? a), (await read(ref)).state);
    }
  }
  console.log('calls', calls, 'continued', now.runId !== runId, now.historyLength, (await read(ref)).state);
  await stack.cases.reportCure(ref);
  const after = await read(ref);
  console.log(
    'ahead days before/after',
    before.clockAheadMs / 86400000,
    after.clockAheadMs / 86400000,
    after.progress.cureReports?.slice(-1),
    before.clock,
    after.clock,
  );
  for (let i = 0; i < 8; i += 1) {
    console.log(
      await advanceCase(stack, ref).catch((e) => String(e)),
      (await read(ref)).state,
      (await read(ref)).clock,
    );
  }
}, 300_000);
