import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from '@evict/config';
import { compileCache } from '@evict/config/compile-cache';
import {
  ensureDatabase,
  freePort,
  keptAuthority,
  type Postgres,
  postgresFolder,
  prepareRoles,
  startMailbox,
  startPostgres,
  startTemporal,
  stopOnSignals,
  Supervisor,
  temporalFolder,
  temporalProgram,
  urlAs,
  workflowBundle,
} from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import type { Process } from '@evict/store/roles';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { CaseClient } from '@evict/temporal';
import { registerNamespace } from '@evict/temporal/setup';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { gatewayOf, startProxy as startFront } from '../e2e/support/proxy.ts';
import { createCrashPoints, type CrashPoints } from './faults/crash-points.ts';
import { createFreezer, type Freezer } from './faults/freezer.ts';
import { type Proxy as AnyProxy, startProxy } from './faults/proxy.ts';

export const programs = [
  'public-gateway',
  'customer-gateway',
  'attorney-gateway',
  'case-worker',
  'outbox-worker',
] as const;
export type Program = (typeof programs)[number];
export const servers = ['PostgreSQL', 'Temporal'] as const;
export type Server = (typeof servers)[number];
/** The processes that can be struck, two of each program. */
export type ProcessName = `${Program} ${1 | 2}` | Server;

/** Between a process of the program and the server. */
interface Proxy extends AnyProxy {
  program: Program;
  server: Server;
}

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
  /** One between each process and each server. */
  proxies: readonly Proxy[];
  /** Replaces the case workers, one after the other, by those of the next release. False if that is out already. */
  release: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/**
 * A deployment in its own folder, on free ports: two processes of each program, a proxy that rotates between the ready
 * gateways, PostgreSQL, and Temporal with a database of its own, to which every program shows a client certificate.
 */
export async function startChaosStack(dataDir: string, env: Environment): Promise<ChaosStack> {
  const pids = new Map<string, number>();
  const onSpawn = (name: string, pid: number) => void pids.set(name, pid);
  // Every process is started again, and at once, however often it ends.
  const supervisor = new Supervisor({ onSpawn }, { most: Infinity, windowMs: 0, pauseStepMs: 0 });
  const freezer = createFreezer();
  const closing: (() => unknown)[] = [];
  const stop = async () => {
    freezer.thaw();
    for (const close of closing) await close();
    await supervisor.stop();
  };
  stopOnSignals({ stop, kill: () => supervisor.kill() }, 130);
  try {
    const port = await freePorts();
    const crashFolder = join(dataDir, 'crash-at');
    const [crashPoints, primary, temporalPort, bundles, tls] = await Promise.all([
      createCrashPoints(crashFolder),
      startDatabase(supervisor, dataDir, port()),
      startEngine(supervisor, dataDir, port(), env),
      writeBundles(dataDir),
      certificates(dataDir),
    ]);
    const shared = { ...env, ...(await settings(supervisor, dataDir, port)), ...tls.client };
    const proxies: Proxy[] = [];
    const start = async (program: Program, copy: 1 | 2) => {
      const toDatabase = await startProxy(primary.port);
      const toTemporal = await startProxy(temporalPort, tls.server);
      proxies.push({ ...toDatabase, program, server: 'PostgreSQL' }, { ...toTemporal, program, server: 'Temporal' });
      const databaseUrl = new URL(urlAs(program.replace('-', '_') as Process, primary.url(database)));
      databaseUrl.port = String(toDatabase.port);
      const [ownPort, metricsPort] = [port(), port()];
      const operationsUrl = `http://127.0.0.1:${metricsPort}`;
      const isReady = async () => {
        const { ok } = await fetch(`${operationsUrl}/ready`, { signal: AbortSignal.timeout(5000) });
        if (!ok) throw new Error('not ready');
      };
      const isGateway = program.endsWith('gateway');
      await supervisor.start({
        name: `${program} ${copy}`,
        stage: isGateway ? 'front' : 'worker',
        command: [process.execPath, at(`../../services/${program}/src/main.ts`)],
        env: {
          ...shared,
          DATABASE_URL: databaseUrl.href,
          TEMPORAL_ADDRESS: `127.0.0.1:${toTemporal.port}`,
          PORT: String(ownPort),
          METRICS_PORT: String(metricsPort),
          CRASH_AT: crashFolder,
          ...(!isGateway && { WORKFLOW_BUNDLE: bundles.current }),
        },
        logFile: join(dataDir, 'logs', `${program}-${copy}.log`),
        check: isReady,
        startWithinMs: 60_000,
        stopSignal: 'SIGTERM',
        stopWithinMs: isGateway ? 1500 : 8500,
      });
      return { program, operationsUrl, isReady, url: `http://127.0.0.1:${ownPort}` };
    };
    const processes = await Promise.all(programs.flatMap((program) => [start(program, 1), start(program, 2)]));
    const gateways = processes.filter(({ program }) => program.endsWith('gateway'));
    const front = await startFront(
      gateways.map((one) => ({ ...one, serves: (path) => `${gatewayOf(path)}-gateway` === one.program })),
    );
    const store = openTestStore(primary.url(database));
    const connection = await Connection.connect({ address: `127.0.0.1:${temporalPort}` });
    const client = new Client({ connection, namespace });
    closing.push(
      () => Promise.all([front.stop(), connection.close(), store.close()]),
      () => proxies.forEach((proxy) => proxy.close()),
    );
    const pidOf = (name: ProcessName) => pids.get(name) as number;
    return {
      api: front.url,
      dataDir,
      store,
      client,
      primary,
      cases: new CaseClient(client),
      pidOf,
      freezer,
      crashPoints,
      proxies,
      async release() {
        if (!existsSync(bundles.next)) return false;
        await rename(bundles.next, bundles.current);
        const workers = processes.filter(({ program }) => program === 'case-worker');
        for (const [index, { isReady }] of workers.entries()) {
          const name = `case-worker ${index === 0 ? 1 : 2}` as const;
          const before = pidOf(name);
          process.kill(before, 'SIGTERM');
          const isReplaced = async () =>
            pidOf(name) !== before &&
            (await isReady().then(
              () => true,
              () => false,
            ));
          while (!(await isReplaced())) await setTimeout(50);
        }
        return true;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const database = 'evictions';
const namespace = 'evictions';
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Each call returns another one. */
async function freePorts(): Promise<() => number> {
  const ports = new Set<number>();
  while (ports.size < 4 + 4 * programs.length) ports.add(await freePort(ports));
  const left = [...ports];
  return () => left.pop() as number;
}

async function startDatabase(supervisor: Supervisor, dataDir: string, port: number): Promise<Postgres> {
  const postgres = await startPostgres(supervisor, { dir: join(dataDir, postgresFolder), port, durable: true });
  await ensureDatabase(postgres, database);
  await migrate(postgres.url(database));
  await prepareRoles(postgres.url(database), postgres.password);
  return postgres;
}

/** Resolves to its port. */
async function startEngine(supervisor: Supervisor, dataDir: string, port: number, env: Environment): Promise<number> {
  const program = await temporalProgram(env, console.log);
  const dir = join(dataDir, temporalFolder);
  const address = await startTemporal(supervisor, { dir, port, webPort: null, program, dynamicConfig });
  const connection = await Connection.connect({ address });
  await registerNamespace(connection, namespace);
  await connection.close();
  return port;
}

/** So low that most cases continue as new on their way, and some while a fault strikes. */
const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': 60 };

/** The development server has no TLS: the proxies in front of it demand a client certificate. */
async function certificates(dataDir: string) {
  const dir = join(dataDir, 'certificates');
  await promisify(execFile)(process.execPath, [at('../../services/tasks/src/certificates.ts'), dir]);
  const read = (file: string) => readFile(join(dir, 'temporal', `${file}.pem`));
  const [ca, cert, key] = await Promise.all(['ca', 'certificate', 'key'].map(read));
  return {
    server: { ca, cert, key, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] },
    client: {
      TEMPORAL_TLS_CA: join(dir, 'client/ca.pem'),
      TEMPORAL_TLS_CERT: join(dir, 'client/certificate.pem'),
      TEMPORAL_TLS_KEY: join(dir, 'client/key.pem'),
      TEMPORAL_TLS_SERVER_NAME: 'temporal',
    },
  };
}

/** The workflow code that the workers load, and that of the next release. */
async function writeBundles(dataDir: string): Promise<Record<'current' | 'next', string>> {
  const [current, next] = [join(dataDir, 'workflows.js'), join(dataDir, 'next-workflows.js')];
  await copyFile(await workflowBundle(), current);
  const { code } = await bundleWorkflowCode({
    workflowsPath: at('faults/next-release.ts'),
    logger: new DefaultLogger('ERROR'),
  });
  await writeFile(next, code);
  return { current, next };
}

/** Of every program. Limits have their defaults: callers have their own addresses and organizations. */
async function settings(supervisor: Supervisor, dataDir: string, port: () => number) {
  const [smtpPort, webPort] = [port(), port()];
  await startMailbox(supervisor, { dir: join(dataDir, 'mail'), smtpPort, webPort });
  const authority = join(dataDir, 'authority.pem');
  await writeFile(authority, (await keptAuthority(dataDir)).cert);
  return {
    ...compileCache(),
    SECRET_KEY: 'the same for every process of one deployment',
    TEMPORAL_NAMESPACE: namespace,
    LIVE_MODE: 'on',
    PROXY_HOPS: '1',
    STOP_DRAIN: '500ms', // the proxy looks for ready gateways more often
    SANDBOX_REVIEW_DELAY: '1h',
    WEBSITE_ORIGIN: 'https://www.example.com',
    OPS_EMAIL: 'operators@example.com',
    MAIL_FROM: 'service@example.com',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_TLS: 'off', // the mailbox has no certificate
    WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS: '1s,2s,4s,8s',
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import=${at('faults/preload.mjs')}`,
  };
}
