import { type Config, type Environment, observability, readConfigOrExit, shared, temporalTls } from '@evict/config';
import { openStore } from '@evict/store/database';
import { createLogger, startTracing } from '@evict/telemetry';
import { CaseClient, createClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { Connection } from '@temporalio/client';
import { createGateway } from './gateway.ts';
import { runGateway } from './run-gateway.ts';

const { databaseUrl, host, port, liveMode, verifiedForLive, proxyHops, stopDrainMs, logLevel } = shared;
const common = {
  databaseUrl,
  host,
  port,
  liveMode,
  verifiedForLive,
  proxyHops,
  stopDrainMs,
  logLevel,
  ...observability,
};
const { temporalAddress, temporalNamespace } = shared;
const ofTemporal = { temporalAddress, temporalNamespace, ...temporalTls };

type Settings = Parameters<typeof readConfigOrExit>[1];

/**
 * Reads the shared settings and the gateway's own, and opens what every gateway needs. Ends the process if a setting is
 * missing or invalid. `run` serves until a signal, and then calls `end` to stop other work.
 */
export async function openGateway<Own extends Settings>(name: string, env: Environment, own: Own) {
  const config = readConfigOrExit(env, { ...common, ...own }) as Config<typeof common> & Config<Own>;
  const logger = createLogger(name, config.logLevel);
  await startTracing(name, config.otlpEndpoint);
  const store = openStore(config.databaseUrl);
  const gateway = createGateway({ store, logger, ...config });
  const run = (end: () => Promise<unknown> = async () => {}) =>
    runGateway(gateway, { ...config, logger, store, close: () => end().then(() => store.close()) });
  return { config, logger, gateway, store, run };
}

/** Like `openGateway`, for a gateway that sends commands to cases. */
export async function openCaseGateway<Own extends Settings>(name: string, env: Environment, own: Own) {
  const { config, run, ...opened } = await openGateway(name, env, { ...ofTemporal, ...own });
  const settings = config as Config<typeof ofTemporal>;
  // A lazy connection, so that reads work while Temporal is unavailable.
  const connection = Connection.lazy(connectionOptions(settings));
  const cases = new CaseClient(createClient({ connection, namespace: settings.temporalNamespace }));
  const runAndClose = (end: () => Promise<unknown> = async () => {}) => run(() => end().then(() => connection.close()));
  return { config, cases, run: runAndClose, ...opened };
}
