import { readConfigOrExit, shared, text, wholeNumber } from '@evict/config';
import { createPostgresBlobStore } from '@evict/documents';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { createCaseWorker } from './worker.ts';

const { databaseUrl, temporalAddress, temporalNamespace, logLevel, sandboxReviewDelayMs } = shared;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  logLevel,
  sandboxReviewDelayMs,
  platformFeeCents: wholeNumber('PLATFORM_FEE_CENTS', { min: 1, max: 10_000_000 }, '14900'),
  workflowBundle: text('WORKFLOW_BUNDLE', ''),
});

const logger = createLogger('case-worker', config.logLevel);
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message }) => logger.warn({ level }, message)),
  // The worker's own handling of signals: the one way it shuts down.
  shutdownSignals: ['SIGINT', 'SIGTERM'],
});

const store = openStore(config.databaseUrl);
const [native, connection] = await Promise.all([
  NativeConnection.connect({ address: config.temporalAddress }),
  Connection.connect({ address: config.temporalAddress }),
]);
const worker = await createCaseWorker({
  native,
  connection,
  namespace: config.temporalNamespace,
  store,
  blobs: createPostgresBlobStore(store.pool),
  logger,
  sandboxReviewDelayMs: config.sandboxReviewDelayMs,
  platformFeeCents: config.platformFeeCents,
  ...(config.workflowBundle && { bundlePath: config.workflowBundle }),
});
logger.info('polling');
await worker.run();
await Promise.all([connection.close(), native.close(), store.close()]);
