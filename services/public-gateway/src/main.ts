import { mail, readConfigOrExit, shared, temporalTls } from '@evict/config';
import { createGateway, stopOnSignal } from '@evict/http';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { DeliveryClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Client, Connection } from '@temporalio/client';
import { mountPublicRoutes } from './app.ts';

const { databaseUrl, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, logLevel } = shared;
const { operatorsAddress, websiteOrigin } = mail;
const config = readConfigOrExit(process.env, {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  host,
  port,
  liveMode,
  proxyHops,
  logLevel,
  operatorsAddress,
  websiteOrigin,
});
const logger = createLogger('public-gateway', config.logLevel);
const store = openStore(config.databaseUrl);
// Lazily: nothing here waits for Temporal, which only has mail sent.
const connection = Connection.lazy(connectionOptions(config));
const deliveries = new DeliveryClient(new Client({ connection, namespace: config.temporalNamespace }), {
  onMissed: (missed) => logger.warn(missed, 'mail not started; the sweep starts it'),
});
const gateway = createGateway({ store, logger, ...config });
await mountPublicRoutes(gateway, { store, startMail: (id) => deliveries.startMailSoon(id), ...config });
const server = await gateway.listen(config);
logger.info({ port: server.port }, 'listening');

stopOnSignal(async () => {
  await server.close();
  await Promise.all([connection.close(), store.close()]);
});
