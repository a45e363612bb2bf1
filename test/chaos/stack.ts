import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, readConfig } from '@evict/config';
import {
  environmentOfLastRun,
  freePort,
  launch,
  passwordFile,
  type Postgres,
  postgresFolder,
  stackSettings,
  stopOnSignals,
  urlOf,
} from '@evict/local';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { CaseClient } from '@evict/temporal';
import { Client, Connection } from '@temporalio/client';
import { processesOf } from '../e2e/support/local-stack.ts';
import { createCrashPoints, type CrashPoints } from './faults/crash-points.ts';
import { createFreezer, type Freezer } from './faults/freezer.ts';
import { type Proxy, startProxy } from './faults/proxy.ts';

/** The processes that can be struck, by their names in the stack. */
export type ProcessName = 'Gateways' | 'Case worker' | 'Outbox worker' | 'Temporal' | 'PostgreSQL';

const programs = ['gateways', 'case-worker', 'outbox-worker'] as const;
export type Program = (typeof programs)[number];
export type Server = 'PostgreSQL' | 'Temporal';

export interface ChaosStack {
  api: string;
  dataDir: string;
  /** The run's own, direct connections to the database and Temporal. */
  store: TestStore;
  client: Client;
  /** The database server, as its owner. */
  primary: Postgres;
  /** Sends the commands of operators. */
  cases: CaseClient;
  /** The id of the process that currently has that name. */
  pidOf: (name: ProcessName) => number;
  freezer: Freezer;
  crashPoints: CrashPoints;
  /** Between a program and a server. */
  proxy: (program: Program, server: Server) => Proxy;
  /** Resolves, to the reason, when a process cannot be kept running. */
  broken: Promise<string>;
  stop: () => Promise<void>;
}

/**
 * A whole stack in its own folder, on free ports: the processes of `npm start`, which can be killed, stopped, cut
 * off from their servers and ended at named moments.
 */
export async function startChaosStack(
  dataDir: string,
  env: Environment,
  report: (line: string) => void,
): Promise<ChaosStack> {
  const postgresPort = await freePort();
  const temporalPort = await freePort(new Set([postgresPort]));
  const crashFolder = join(dataDir, 'crash-at');
  const crashPoints = await createCrashPoints(crashFolder);
  const proxies = new Map<string, Proxy>();
  for (const program of programs) {
    proxies.set(`${program} PostgreSQL`, await startProxy(postgresPort));
    proxies.set(`${program} Temporal`, await startProxy(temporalPort));
  }
  const proxy = (program: Program, server: Server) => proxies.get(`${program} ${server}`) as Proxy;
  const ports = programs.map((program) => [
    program,
    { [postgresPort]: proxy(program, 'PostgreSQL').port, [temporalPort]: proxy(program, 'Temporal').port },
  ]);
  const stackEnv = {
    ...env,
    ...variables,
    DATA_DIR: dataDir,
    POSTGRES_PORT: String(postgresPort),
    TEMPORAL_PORT: String(temporalPort),
    CRASH_AT: crashFolder,
    CHAOS_PROXIES: JSON.stringify(Object.fromEntries(ports)),
    NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import=${new URL('faults/preload.mjs', import.meta.url).href}`,
  };
  const stack = launch({ settings: readConfig(stackEnv, stackSettings), env: stackEnv, report, dynamicConfig });
  const freezer = createFreezer();
  const stop = async () => {
    freezer.thaw();
    await stack.stop();
    for (const one of proxies.values()) one.close();
  };
  stopOnSignals({ stop, kill: () => stack.kill() }, 130);
  try {
    const { api } = await stack.ready;
    const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = await environmentOfLastRun({ DATA_DIR: dataDir });
    const password = await readFile(passwordFile(join(dataDir, postgresFolder)), 'utf8');
    const store = openTestStore(String(DATABASE_URL));
    const connection = await Connection.connect({ address: String(TEMPORAL_ADDRESS) });
    const client = new Client({ connection, namespace: String(TEMPORAL_NAMESPACE) });
    return {
      api,
      dataDir,
      store,
      client,
      primary: { port: postgresPort, password, url: (database) => urlOf({ port: postgresPort, password }, database) },
      cases: new CaseClient(client),
      pidOf: (name) => processesOf(dataDir).get(name) as number,
      freezer,
      crashPoints,
      proxy,
      broken: stack.broken,
      async stop() {
        await Promise.all([connection.close(), store.close()]);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** So low that most cases continue as new on their way, and some while a fault strikes. */
const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': 60 };

/** Every limit has its default: callers have their own addresses and organizations. */
const variables = {
  PORT: '0',
  TEMPORAL_ADDRESS: '',
  LIVE_MODE: 'on',
  PROXY_HOPS: '1',
  SANDBOX_REVIEW_DELAY: '1h',
  WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '1s,2s,4s,8s',
};
