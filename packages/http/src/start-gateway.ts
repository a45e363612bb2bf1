import { type Config, type Environment, observability, readConfigOrExit, shared, temporalTls } from '@evict/config';
import { openStore } from '@evict/store/database';
import { createLogger, startTracing } from '@evict/telemetry';
import { createClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { createGateway } from './gateway.ts';
import { runGateway } from './run-gateway.ts';

const { databaseUrl, temporalAddress, temporalNamespace, host, port, liveMode, proxyHops, stopDrainMs, logLevel } =
  shared;
const { verifiedForLive } = shared;
const common = {
  databaseUrl,
  temporalAddress,
  temporalNamespace,
  ...temporalTls,
  host,
  port,
  liveMode,
  verifiedForLive,
  proxyHops,
  stopDrainMs,
  logLevel,
  ...observability,
};

/**
 * Opens what every gateway needs, by the settings that they share and those of this one. Ends the process if a setting
 * is missing or invalid. `run` serves until a signal; `end` ends other work then.
 */
export async function openGateway<Own extends Parameters<typeof readConfigOrExit>[1]>(
  name: string,
  env: Environment,
  own: Own,
) {
  const config = readConfigOrExit(env, { ...common, ...own }) as Config<typeof common> & Config<Own>;
  const logger = createLogger(name, config.logLevel);
  await startTracing(name, config.otlpEndpoint);
  const store = openStore(config.databaseUrl);
  // Lazily, so that reads work while Temporal is unavailable.
  const connection = Connection.lazy(connectionOptions(config));
  const client = createClient({ connection, namespace: config.temporalNamespace });
  const gateway = createGateway({ store, logger, ...config });
  const close = () => Promise.all([connection.close(), store.close()]);
  const run = (end: () => Promise<void> = async () => {}) =>
    runGateway(gateway, { ...config, logger, store, close: () => end().then(close) });
  return { config, logger, gateway, store, client, run };
}
