import { blobs, mail, observability, readConfigOrExit, shared, temporalTls, text } from '@evict/config';
import { openBlobStore } from '@evict/store/bytes';
import { openStore } from '@evict/store/database';
import { createLogger, startTracing } from '@evict/telemetry';
import { CaseClient, CaseWorkflows, createClient } from '@evict/temporal';
import { ensureRetentionSchedule } from '@evict/temporal/retention-schedule';
import { connectionOptions } from '@evict/temporal/connection-options';
import { registerLostNamespace } from '@evict/temporal/setup';
import { alongside, runWorkerProcess } from '@evict/temporal/worker-process';
import { keepReconciled } from './reconcile/reconciler.ts';
import { keepFailedMailsReported } from './report-failed-mails.ts';
import { startRenderers } from './renderers.ts';
import { createCaseWorker } from './worker.ts';

const { databaseUrl, temporalAddress, temporalNamespace, logLevel, sandboxReviewDelayMs, erasureList } = shared;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  logLevel,
  ...observability,
  ...blobs,
  sandboxReviewDelayMs,
  erasureList,
  operatorsAddress: mail.operatorsAddress,
  websiteOrigin: mail.websiteOrigin,
  requireSignedApprovals: shared.requireSignedApprovals,
  platformFeeCents: shared.platformFeeCents,
  workflowBundle: text('WORKFLOW_BUNDLE', ''),
  workerBuildId: text('WORKER_BUILD_ID', ''),
});

const logger = createLogger('case-worker', config.logLevel);
await startTracing('case-worker', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
const renderers = startRenderers(logger);
await runWorkerProcess({ ...config, server: connectionOptions(config), logger }, async ({ native, connection }) => {
  const { temporalNamespace: namespace } = config;
  const client = createClient({ connection, namespace });
  const registerNamespace = async () => {
    if (await registerLostNamespace(connection, namespace)) logger.warn({ namespace }, 'namespace registered');
    await ensureRetentionSchedule(client);
  };
  await registerNamespace();
  const worker = await createCaseWorker({
    native,
    connection,
    namespace,
    store,
    blobs: await openBlobStore(store, config),
    renderers,
    logger,
    sandboxReviewDelayMs: config.sandboxReviewDelayMs,
    platformFeeCents: config.platformFeeCents,
    operatorsAddress: config.operatorsAddress,
    websiteOrigin: config.websiteOrigin,
    requireSignedApprovals: config.requireSignedApprovals,
    erasureList: config.erasureList,
    ...(config.workflowBundle && { bundlePath: config.workflowBundle }),
    ...(config.workerBuildId && { buildId: config.workerBuildId }),
  });
  renderers.warmUp(); // not earlier, because startup has enough to load already
  const workflows = new CaseWorkflows(client);
  const cases = new CaseClient(client);
  return alongside(worker, async (signal) => {
    await Promise.all([
      keepReconciled({ store, workflows, logger, registerNamespace }, {}, signal),
      keepFailedMailsReported({ store, cases, logger }, signal),
    ]);
  });
});
await Promise.all([renderers.close(), store.close()]);
