import { mail, observability, readConfigOrExit, shared, temporalTls, text, wholeNumber } from '@evict/config';
import { createPostgresBlobStore } from '@evict/documents';
import { openStore } from '@evict/store';
import { createLogger, startTracing } from '@evict/telemetry';
import { createClient, DeliveryClient } from '@evict/temporal';
import { ensureRetentionSchedule } from '@evict/temporal/retention-schedule';
import { connectionOptions } from '@evict/temporal/connection-options';
import { runWorkerProcess } from '@evict/temporal/worker-process';
import { createCaseWorker } from './worker.ts';

const { databaseUrl, temporalAddress, temporalNamespace, logLevel, sandboxReviewDelayMs, erasureList } = shared;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  logLevel,
  ...observability,
  sandboxReviewDelayMs,
  erasureList,
  operatorsAddress: mail.operatorsAddress,
  platformFeeCents: wholeNumber('PLATFORM_FEE_CENTS', { min: 1, max: 10_000_000 }, '14900'),
  workflowBundle: text('WORKFLOW_BUNDLE', ''),
});

const logger = createLogger('case-worker', config.logLevel);
await startTracing('case-worker', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
await runWorkerProcess({ ...config, server: connectionOptions(config), logger }, async ({ native, connection }) => {
  const namespace = config.temporalNamespace;
  const client = createClient({ connection, namespace });
  await ensureRetentionSchedule(client);
  const deliveries = new DeliveryClient(client, {
    onMissed: (missed) => logger.warn(missed, 'delivery not started; the sweep starts it'),
  });
  return createCaseWorker({
    native,
    connection,
    namespace,
    store,
    blobs: createPostgresBlobStore(store.pool),
    logger,
    deliveries,
    sandboxReviewDelayMs: config.sandboxReviewDelayMs,
    platformFeeCents: config.platformFeeCents,
    operatorsAddress: config.operatorsAddress,
    erasureList: config.erasureList,
    ...(config.workflowBundle && { bundlePath: config.workflowBundle }),
  });
});
await store.close();
