/** The process that serves every gateway on one port. */
import { readConfigOrExit, shared } from '@evict/config';
import { createPostgresBlobStore } from '@evict/documents';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { CaseClient } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import { createAllGateways } from './all-gateways.ts';

const { databaseUrl, secretKey, temporalAddress, temporalNamespace, port, liveMode, proxyHops, logLevel } = shared;
const settings = { databaseUrl, secretKey, temporalAddress, temporalNamespace, port, liveMode, proxyHops, logLevel };
const config = readConfigOrExit(process.env, settings);
const store = openStore(config.databaseUrl);
// Lazily: reads are answered while Temporal is away.
const connection = Connection.lazy({ address: config.temporalAddress });
const gateway = await createAllGateways({
  store,
  cases: new CaseClient(new Client({ connection, namespace: config.temporalNamespace })),
  blobs: createPostgresBlobStore(store.pool),
  logger: createLogger('gateways', config.logLevel),
  secretKey: config.secretKey,
  liveMode: config.liveMode,
  proxyHops: config.proxyHops,
});
const server = await gateway.listen({ port: config.port, host: '127.0.0.1' });

// SIGTERM comes from the supervisor alone: this process is in a group of its own.
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await server.close(1000);
  await Promise.all([connection.close(), store.close()]);
}
