import { mail, payments, readConfigOrExit, shared, temporalTls, webhooks } from '@evict/config';
import { createGuard } from '@evict/delivery';
import { createPostgresBlobStore } from '@evict/documents';
import { createGateway, stopOnSignal } from '@evict/http';
import { createPayments } from '@evict/payments';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { CaseClient, DeliveryClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Client, Connection } from '@temporalio/client';
import { mountCustomerRoutes } from './app.ts';

const { databaseUrl, secretKey, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, logLevel } =
  shared;
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
  logLevel,
  websiteOrigin: mail.websiteOrigin,
  operatorsAddress: mail.operatorsAddress,
  ...payments,
  webhookTestAllow: webhooks.webhookTestAllow,
});
const logger = createLogger('customer-gateway', config.logLevel);
const store = openStore(config.databaseUrl);
// Lazily: reads are answered while Temporal is away.
const connection = Connection.lazy(connectionOptions(config));
const client = new Client({ connection, namespace: config.temporalNamespace });
const deliveries = new DeliveryClient(client, {
  onMissed: (missed) =>
    logger.warn(missed, 'delivery not started or not ended; the sweep, or its next try, sees to it'),
});
const gateway = createGateway({ store, logger, ...config });
mountCustomerRoutes(gateway, {
  ...config,
  store,
  cases: new CaseClient(client),
  blobs: createPostgresBlobStore(store.pool),
  payments: createPayments(config),
  startMail: (id) => deliveries.startMailSoon(id),
  startRefund: (id) => deliveries.startRefundSoon(id),
  webhookGuard: createGuard({ testAllow: config.webhookTestAllow }),
  cancelWebhooks: (ids) => deliveries.cancelWebhooksSoon(ids),
});
const server = await gateway.listen(config);
logger.info({ port: server.port }, 'listening');

stopOnSignal(async () => {
  await server.close();
  await Promise.all([connection.close(), store.close()]);
});
