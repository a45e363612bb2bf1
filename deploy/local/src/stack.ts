import { join } from 'node:path';
import { migrate } from '@evict/prisma/migrate';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import { type DataDir, openDataDir } from './data-dir.ts';
import { startMailbox } from './mailbox.ts';
import { choosePorts } from './ports.ts';
import { ensureDatabase, type Postgres, startPostgres } from './postgres.ts';
import { Supervisor } from './processes.ts';
import { startCaseWorker, startGateways } from './services.ts';
import type { StackSettings } from './settings.ts';
import { temporalBinaries } from './temporal-build.ts';
import { startTemporalWeb } from './temporal-web.ts';
import { startTemporal } from './temporal.ts';
import { workflowBundle } from './workflow-bundle.ts';

export interface StackOptions {
  settings: StackSettings;
  /** Of the processes that are started, under what the stack itself sets. */
  env: Readonly<Record<string, string | undefined>>;
  report: (line: string) => void;
}

export interface Addresses {
  api: string;
  /** host:port */
  temporal: string;
  temporalNamespace: string;
  /** Null beside a Temporal server that is not the stack's own. */
  temporalWeb: string | null;
  mailbox: string;
  /** host:port */
  smtp: string;
  database: string;
}

export interface Stack {
  /** Resolves when everything answers; rejects when the start has failed or was cut short by `stop`. */
  ready: Promise<Addresses>;
  /** Resolves, to the reason, when a process cannot be kept running. */
  broken: Promise<string>;
  /** Stops everything that was started, within 15 s, at any time. */
  stop: () => Promise<void>;
  /** Ends every process at once. */
  kill: () => void;
}

const DATABASE = 'evictions';

/** Starts the whole service on this machine: database, workflow engine, mailbox, workers, gateways. */
export function launch(options: StackOptions): Stack {
  const dataDir = openDataDir(options.settings.dataDir);
  let breaks: (reason: string) => void;
  const broken = new Promise<string>((resolve) => (breaks = resolve));
  const supervisor = new Supervisor({
    onSpawn: (name, pid) => void dataDir.then((dir) => dir.rememberProcess(name, pid)),
    onRestart: (name, end) => options.report(`${name} ${end}; it is started again`),
    onGiveUp: (name, end, log) => breaks(`${name} ${end} again and again:\n${log}`),
  });
  return {
    ready: dataDir.then((dir) => start(supervisor, dir, options)),
    broken,
    async stop() {
      await supervisor.stop();
      const dir = await dataDir.catch(() => null);
      await dir?.release();
    },
    kill: () => supervisor.kill(),
  };
}

async function start(supervisor: Supervisor, dir: DataDir, { settings, env, report }: StackOptions) {
  const ports = await choosePorts(portsOf(settings), dir.lastPorts);
  await dir.rememberPorts(ports);
  const inDir = (name: string) => join(dir.path, name);
  const ownTemporal = settings.temporalAddress === '';
  const temporal = ownTemporal ? `127.0.0.1:${ports.TEMPORAL_PORT}` : settings.temporalAddress;
  const namespace = settings.temporalNamespace;

  const engine = async (postgres: Postgres) => {
    if (ownTemporal) await startOwnTemporal(postgres);
    await prepareNamespace(temporal, namespace);
  };
  const startOwnTemporal = async (postgres: Postgres) => {
    const [web, at] = [ports.TEMPORAL_UI_PORT, { dir: inDir('temporal'), port: ports.TEMPORAL_PORT }];
    const binaries = await temporalBinaries(env, report);
    await startTemporal(supervisor, { ...at, postgres, binaries });
    await startTemporalWeb(supervisor, { dir: at.dir, port: web, temporalPort: at.port, binary: binaries.web });
  };
  /** Side by side: the gateways need the database alone, and only the worker waits for Temporal. */
  const service = async (bundle: Promise<string>) => {
    const postgres = await startPostgres(supervisor, { dir: inDir('postgres'), port: ports.POSTGRES_PORT, durable: true });
    const database = postgres.url(DATABASE);
    const serviceEnv = { ...env, DATABASE_URL: database, TEMPORAL_ADDRESS: temporal, TEMPORAL_NAMESPACE: namespace };
    const logs = inDir('logs');
    const migrated = prepareDatabase(postgres);
    await Promise.all([
      migrated.then(() => startGateways(supervisor, { dir: logs, env: serviceEnv }, ports.PORT)),
      Promise.all([bundle, engine(postgres), migrated]).then(([file]) =>
        startCaseWorker(supervisor, { dir: logs, env: { ...serviceEnv, WORKFLOW_BUNDLE: file } }, temporal, namespace),
      ),
    ]);
    return database;
  };
  const bundle = workflowBundle();
  const [database] = await Promise.all([
    service(bundle),
    bundle,
    startMailbox(supervisor, { dir: inDir('mail'), smtpPort: ports.SMTP_PORT, webPort: ports.MAIL_UI_PORT }),
  ]);
  return {
    api: `http://127.0.0.1:${ports.PORT}`,
    temporal,
    temporalNamespace: namespace,
    temporalWeb: ownTemporal ? `http://127.0.0.1:${ports.TEMPORAL_UI_PORT}` : null,
    mailbox: `http://127.0.0.1:${ports.MAIL_UI_PORT}`,
    smtp: `127.0.0.1:${ports.SMTP_PORT}`,
    database,
  };
}

function portsOf(settings: StackSettings) {
  return {
    PORT: settings.port,
    POSTGRES_PORT: settings.postgresPort,
    TEMPORAL_PORT: settings.temporalPort,
    TEMPORAL_UI_PORT: settings.temporalUiPort,
    MAIL_UI_PORT: settings.mailUiPort,
    SMTP_PORT: settings.smtpPort,
  };
}

async function prepareDatabase(postgres: Postgres): Promise<void> {
  await ensureDatabase(postgres, DATABASE);
  await migrate(postgres.url(DATABASE));
}

async function prepareNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await registerNamespace(connection, namespace);
  } finally {
    await connection.close();
  }
}
