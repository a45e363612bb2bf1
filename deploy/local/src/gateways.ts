/** The process that serves every gateway on one port. */
import { mail, payments, readConfigOrExit, shared, webhooks } from '@evict/config';
import { createGuard } from '@evict/delivery';
import { createPostgresBlobStore } from '@evict/documents';
import { createPayments } from '@evict/payments';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { CaseClient, DeliveryClient } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import { createAllGateways } from './all-gateways.ts';

const { databaseUrl, secretKey, temporalAddress, temporalNamespace, port, liveMode, proxyHops, logLevel } = shared;
const { operatorsAddress, websiteOrigin } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  secretKey,
  temporalAddress,
  temporalNamespace,
  port,
  liveMode,
  proxyHops,
  logLevel,
  operatorsAddress,
  websiteOrigin,
  ...payments,
  webhookTestAllow: webhooks.webhookTestAllow,
});
const logger = createLogger('gateways', config.logLevel);
const store = openStore(config.databaseUrl);
// Lazily: reads are answered while Temporal is away.
const connection = Connection.lazy({ address: config.temporalAddress });
const client = new Client({ connection, namespace: config.temporalNamespace });
const deliveries = new DeliveryClient(client, {
  onMissed: (missed) => logger.warn(missed, 'delivery not started or not ended; the sweep, or its next try, sees to it'),
});
const gateway = await createAllGateways({
  ...config,
  store,
  cases: new CaseClient(client),
  blobs: createPostgresBlobStore(store.pool),
  logger,
  startMail: (id) => deliveries.startMailSoon(id),
  payments: createPayments(config),
  startRefund: (id) => deliveries.startRefundSoon(id),
  webhookGuard: createGuard({ testAllow: config.webhookTestAllow }),
  cancelWebhooks: (ids) => deliveries.cancelWebhooksSoon(ids),
});
const server = await gateway.listen({ port: config.port, host: '127.0.0.1' });

// SIGTERM comes from the supervisor alone: this process is in a group of its own.
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await server.close(1000);
  await Promise.all([connection.close(), store.close()]);
}
