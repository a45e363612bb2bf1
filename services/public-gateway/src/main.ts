import { readConfigOrExit, shared } from '@evict/config';
import { createGateway } from '@evict/http';
import { openStore } from '@evict/store';
import { createLogger } from '@evict/telemetry';
import { mountPublicRoutes } from './app.ts';

const { databaseUrl, host, port, liveMode, proxyHops, logLevel } = shared;
const config = readConfigOrExit(process.env, { databaseUrl, host, port, liveMode, proxyHops, logLevel });
const logger = createLogger('public-gateway', config.logLevel);
const store = openStore(config.databaseUrl);
const gateway = createGateway({ store, logger, ...config });
await mountPublicRoutes(gateway, { store, ...config });
const server = await gateway.listen(config);
logger.info({ port: server.port }, 'listening');

let stopping = false;
const stop = async () => {
  // From a terminal the signal comes to the whole group, and again from whoever started this process.
  if (stopping) return;
  stopping = true;
  await server.close();
  await store.close();
};
process.on('SIGTERM', () => void stop()).on('SIGINT', () => void stop());
