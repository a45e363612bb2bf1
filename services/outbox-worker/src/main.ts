import { mail, observability, payments, readConfigOrExit, shared, webhooks } from '@evict/config';
import { createGuard, createSecretBox, createSender } from '@evict/webhooks';
import { createSmtpTransport } from '@evict/mail/smtp';
import { createPayments } from '@evict/payments';
import { isDatabaseReachable, openStore } from '@evict/store/database';
import { createLogger, startOperations, startTracing, stopTracing } from '@evict/telemetry';
import { createGauges } from './gauges.ts';
import { createOutboxWorker } from './worker.ts';

const { databaseUrl, secretKeys, logLevel } = shared;
const { smtpUrl, smtpTls, from, websiteOrigin, retryDelaysMs } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  secretKeys,
  logLevel,
  ...observability,
  smtpUrl,
  smtpTls,
  from,
  websiteOrigin,
  retryDelaysMs,
  ...payments,
  ...webhooks,
});

const logger = createLogger('outbox-worker', config.logLevel);
await startTracing('outbox-worker', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
const worker = createOutboxWorker({
  databaseUrl: config.databaseUrl,
  store,
  logger,
  transport: createSmtpTransport({ url: config.smtpUrl, tls: config.smtpTls, from: config.from }),
  payments: createPayments(config),
  websiteOrigin: config.websiteOrigin,
  retryDelaysMs: config.retryDelaysMs,
  send: createSender({ guard: createGuard({ testAllow: config.webhookTestAllow, deny: config.webhookDeny }) }),
  secrets: createSecretBox(config.secretKeys),
  webhookRetryDelaysMs: config.webhookRetryDelaysMs,
});
const operations = await startOperations({
  ...config,
  logger,
  gather: createGauges(store),
  checks: { database: () => isDatabaseReachable(store), listening: () => worker.isListening() },
});
// A signal can arrive twice: a terminal sends it to the whole process group, and the parent process sends it again.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    operations.stopping();
    worker.shutdown();
  });
}
logger.info('outbox worker started');
await worker.run();
await Promise.all([operations.close(), store.close(), stopTracing()]);
