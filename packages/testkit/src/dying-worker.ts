import { createCaseWorker } from '@evict/case-worker/worker';
import { createPostgresBlobStore, RenderPool } from '@evict/documents';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { createClient, DeliveryClient } from '@evict/temporal';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { DyingWorkerOptions } from './start-dying-worker.ts';

// A program of its own: a case worker that is killed in the moment after its first transition is committed, before
// Temporal hears of it.

const { databaseUrl, address, ...options } = JSON.parse(process.argv[2] ?? '') as DyingWorkerOptions;
Runtime.install({ logger: new DefaultLogger('ERROR') });
const store = openStore(databaseUrl);
const inTransaction: typeof store.inTransaction = async (...args) => {
  const result = await store.inTransaction(...args);
  process.kill(process.pid, 'SIGKILL');
  return result;
};
const connection = await Connection.connect({ address });
const worker = await createCaseWorker({
  ...options,
  native: await NativeConnection.connect({ address }),
  connection,
  payloadKeys: [],
  deliveries: new DeliveryClient(createClient({ connection, namespace: options.namespace, payloadKeys: [] })),
  store: { ...store, inTransaction },
  blobs: createPostgresBlobStore(store.pool),
  renderers: new RenderPool({ size: 1 }),
  logger: createLogger('dying-worker', 'silent'),
  sandboxReviewDelayMs: 3_600_000,
  operatorsAddress: 'operators@example.com',
});
await worker.run();
