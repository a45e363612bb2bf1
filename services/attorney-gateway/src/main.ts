import { readConfigOrExit, shared, temporalTls } from '@evict/config';
import { createPostgresBlobStore } from '@evict/documents';
import { createGateway, stopOnSignal } from '@evict/http';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { CaseClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Client, Connection } from '@temporalio/client';
import { mountAttorneyRoutes } from './app.ts';

const { databaseUrl, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, logLevel } = shared;
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
});
const logger = createLogger('attorney-gateway', config.logLevel);
const store = openStore(config.databaseUrl);
// Lazily: reads are answered while Temporal is away.
const connection = Connection.lazy(connectionOptions(config));
const cases = new CaseClient(new Client({ connection, namespace: config.temporalNamespace }));
const gateway = createGateway({ store, logger, ...config });
mountAttorneyRoutes(gateway, { store, cases, blobs: createPostgresBlobStore(store.pool) });
const server = await gateway.listen(config);
logger.info({ port: server.port }, 'listening');

stopOnSignal(async () => {
  await server.close();
  await Promise.all([connection.close(), store.close()]);
});
