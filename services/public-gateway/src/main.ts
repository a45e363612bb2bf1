import { mail, observability, readConfigOrExit, shared, temporalTls } from '@evict/config';
import { createGateway, runGateway } from '@evict/http';
import { openStore } from '@evict/store/database';
import { createLogger, startTracing } from '@evict/telemetry';
import { createClient, OutboxClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { mountPublicRoutes } from './app.ts';

const { databaseUrl, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, stopDrainMs, logLevel } =
  shared;
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
  stopDrainMs,
  logLevel,
  ...observability,
  operatorsAddress,
  websiteOrigin,
});
const logger = createLogger('public-gateway', config.logLevel);
await startTracing('public-gateway', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
// Lazy: Temporal only sends mail, and no request waits for it.
const connection = Connection.lazy(connectionOptions(config));
const outbox = new OutboxClient(createClient({ connection, namespace: config.temporalNamespace }), {
  onMissed: (missed) => logger.warn(missed, 'outbox not woken; the outbox worker wakes it'),
});
const gateway = createGateway({ store, logger, ...config });
await mountPublicRoutes(gateway, { store, outbox, ...config });
await runGateway(gateway, {
  ...config,
  logger,
  store,
  close: () => Promise.all([connection.close(), store.close()]),
});
