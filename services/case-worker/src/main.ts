import { readConfigOrExit, shared, text, wholeNumber } from '@evict/config';
import { createPostgresBlobStore } from '@evict/documents';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { runWorkerProcess } from '@evict/temporal/worker-process';
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
const store = openStore(config.databaseUrl);
await runWorkerProcess({ address: config.temporalAddress, logger }, ({ native, connection }) =>
  createCaseWorker({
    native,
    connection,
    namespace: config.temporalNamespace,
    store,
    blobs: createPostgresBlobStore(store.pool),
    logger,
    sandboxReviewDelayMs: config.sandboxReviewDelayMs,
    platformFeeCents: config.platformFeeCents,
    ...(config.workflowBundle && { bundlePath: config.workflowBundle }),
  }),
);
await store.close();
