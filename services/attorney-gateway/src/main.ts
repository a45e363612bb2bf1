import { blobs, observability, readConfigOrExit, shared, temporalTls } from '@evict/config';
import { openBlobStore } from '@evict/store/bytes';
import { openStore } from '@evict/store/database';
import { createGateway, runGateway } from '@evict/http';
import { createLogger, startTracing } from '@evict/telemetry';
import { CaseClient, createClient, OutboxClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { mountAttorneyRoutes } from './app.ts';

const { databaseUrl, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, stopDrainMs, logLevel } =
  shared;
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
  ...blobs,
});
const logger = createLogger('attorney-gateway', config.logLevel);
await startTracing('attorney-gateway', config.otlpEndpoint);
const store = openStore(config.databaseUrl);
// Lazy: reads work while Temporal is unavailable.
const connection = Connection.lazy(connectionOptions(config));
const client = createClient({ connection, namespace: config.temporalNamespace });
const outbox = new OutboxClient(client, {
  onMissed: (missed) => logger.warn(missed, 'outbox not woken; the outbox worker wakes it'),
});
const gateway = createGateway({ store, logger, ...config });
mountAttorneyRoutes(gateway, {
  store,
  cases: new CaseClient(client),
  blobs: await openBlobStore(store, config),
  outbox,
});
await runGateway(gateway, {
  ...config,
  logger,
  store,
  close: () => Promise.all([connection.close(), store.close()]),
});
