import { mail, observability, payments, readConfigOrExit, shared, temporalTls, text, webhooks } from '@evict/config';
import { createGuard, createSecretBox, createSender } from '@evict/webhooks';
import { createSmtpTransport } from '@evict/mail/smtp';
import { createPayments } from '@evict/payments';
import { openStore } from '@evict/store/database';
import { createLogger, startTracing } from '@evict/telemetry';
import { createClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { runWorkerProcess } from '@evict/temporal/worker-process';
import { createGauges } from './gauges.ts';
import { createOutboxWorker } from './worker.ts';

const { databaseUrl, secretKeys, temporalAddress, temporalNamespace, logLevel } = shared;
const { smtpUrl, smtpTls, from, websiteOrigin, retryDelaysMs } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  secretKeys,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  logLevel,
  ...observability,
  smtpUrl,
  smtpTls,
  from,
  websiteOrigin,
  retryDelaysMs,
  ...payments,
  ...webhooks,
  workflowBundle: text('WORKFLOW_BUNDLE', ''),
});

const logger = createLogger('outbox-worker', config.logLevel);
await startTracing('outbox-worker', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
const settings = { ...config, server: connectionOptions(config), logger, gather: createGauges(store) };
await runWorkerProcess(settings, ({ native, connection }) =>
  createOutboxWorker({
    native,
    client: createClient({ connection, namespace: config.temporalNamespace }),
    store,
    logger,
    transport: createSmtpTransport({ url: config.smtpUrl, tls: config.smtpTls, from: config.from }),
    payments: createPayments(config),
    websiteOrigin: config.websiteOrigin,
    retryDelaysMs: config.retryDelaysMs,
    send: createSender({ guard: createGuard({ testAllow: config.webhookTestAllow, deny: config.webhookDeny }) }),
    secrets: createSecretBox(config.secretKeys),
    webhookRetryDelaysMs: config.webhookRetryDelaysMs,
    ...(config.workflowBundle && { bundlePath: config.workflowBundle }),
  }),
);
await store.close();
