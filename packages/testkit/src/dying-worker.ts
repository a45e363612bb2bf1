import { createCaseWorker } from '@evict/case-worker/worker';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { openStore } from '@evict/store/database';
import { withAfterStatement } from '@evict/store/testing';
import { RenderPool } from '@evict/papers';
import { createLogger } from '@evict/telemetry';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { DyingWorkerOptions } from './start-dying-worker.ts';

// This program runs a case worker that kills itself just after its first decision is committed, before Temporal learns
// of it.

const { databaseUrl, address, ...options } = JSON.parse(process.argv[2] ?? '') as DyingWorkerOptions;
Runtime.install({ logger: new DefaultLogger('ERROR') });
const store = withAfterStatement(openStore(databaseUrl), (text) => {
  if (text.includes('UPDATE "Case"')) process.kill(process.pid, 'SIGKILL');
});
const connection = await Connection.connect({ address });
const worker = await createCaseWorker({
  ...options,
  native: await NativeConnection.connect({ address }),
  connection,
  store,
  blobs: createPostgresBlobStore(store),
  renderers: new RenderPool({ size: 1 }),
  logger: createLogger('dying-worker', 'silent'),
  sandboxReviewDelayMs: 3_600_000,
  operatorsAddress: 'operators@example.com',
  websiteOrigin: 'https://www.example.com',
  requireSignedApprovals: false,
});
await worker.run();
