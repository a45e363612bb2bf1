import {
  blobs,
  mail,
  observability,
  payments,
  readConfigOrExit,
  shared,
  storageQuota,
  temporalTls,
  webhooks,
} from '@evict/config';
import { createGuard } from '@evict/webhooks';
import { openBlobStore } from '@evict/store/bytes';
import { openStore } from '@evict/store/database';
import { createGateway, runGateway } from '@evict/http';
import { createPayments } from '@evict/payments';
import { createLogger, startTracing } from '@evict/telemetry';
import { CaseClient, createClient, OutboxClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { mountCustomerRoutes } from './app.ts';

const {
  databaseUrl,
  secretKey,
  temporalAddress,
  temporalNamespace,
  host,
  port,
  liveMode,
  proxyHops,
  stopDrainMs,
  logLevel,
} = shared;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  secretKey,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  host,
  port,
  liveMode,
  proxyHops,
  stopDrainMs,
  logLevel,
  ...observability,
  websiteOrigin: mail.websiteOrigin,
  operatorsAddress: mail.operatorsAddress,
  ...payments,
  ...blobs,
  ...storageQuota,
  webhookTestAllow: webhooks.webhookTestAllow,
  webhookDeny: webhooks.webhookDeny,
});
const logger = createLogger('customer-gateway', config.logLevel);
await startTracing('customer-gateway', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
// Lazily, so that reads work while Temporal is down.
const connection = Connection.lazy(connectionOptions(config));
const client = createClient({ connection, namespace: config.temporalNamespace });
const outbox = new OutboxClient(client, {
  onMissed: (missed) => logger.warn(missed, 'outbox not woken; the outbox worker wakes it'),
});
const gateway = createGateway({ store, logger, ...config });
await mountCustomerRoutes(gateway, {
  ...config,
  store,
  cases: new CaseClient(client),
  blobs: await openBlobStore(store, config),
  payments: createPayments(config),
  outbox,
  storageQuota: { test: config.storageQuotaTest, live: config.storageQuotaLive },
  webhookGuard: createGuard({ testAllow: config.webhookTestAllow, deny: config.webhookDeny }),
});
await runGateway(gateway, {
  ...config,
  logger,
  store,
  close: () => Promise.all([connection.close(), store.close()]),
});
