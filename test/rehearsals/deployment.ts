import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@evict/contract';
import {
  ensureDatabase,
  freePort,
  keptAuthority,
  type Postgres,
  prepareRoles,
  startMailbox,
  startPostgres,
  startTemporal,
  Supervisor,
  temporalDatabase,
  temporalProgram,
  urlAs,
  workflowBundle,
} from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import type { Process as Role } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { CaseClient } from '@evict/temporal';
import { registerNamespace } from '@evict/temporal/setup';
import { builtPages } from '@evict/website/build';
import { Client, Connection } from '@temporalio/client';
import { startProxy } from '../e2e/support/proxy.ts';
import { startServiceProcess, startWorkerProcess, type WorkerProcess } from '../e2e/support/service-process.ts';

export type Env = Readonly<Record<string, string | undefined>>;
export type Site = Awaited<ReturnType<typeof prepareSite>>;
export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/** The processes of a deployment, one of each, and the role of each in the database. */
const roles = {
  'public-gateway': 'public_gateway',
  'customer-gateway': 'customer_gateway',
  'attorney-gateway': 'attorney_gateway',
  'case-worker': 'case_worker',
  'outbox-worker': 'outbox_worker',
  website: null,
} as const satisfies Record<string, Role | null>;
export type Service = keyof typeof roles;
export const services = Object.keys(roles) as Service[];
export const workers: readonly Service[] = ['case-worker', 'outbox-worker'];

const namespace = 'evictions';
const database = 'evictions';

/**
 * A deployment in a folder of its own, of which nothing has been started: one process of each kind under its own role,
 * with its own metrics, and its servers. Each can be started, stopped, killed and started again in its place.
 */
export async function prepareSite(env: Env) {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Everything that was started ends with this process, also if a signal arrives twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  const ports = await freePorts(4 + 2 * services.length);
  const next = () => ports.pop() as number;
  const [postgresPort, temporalPort, smtpPort, mailPort] = [next(), next(), next(), next()];
  const program = await temporalProgram(env, console.log);
  const temporalDir = join(folder, 'temporal');
  let postgres: Postgres | undefined;
  const started = () => postgres ?? fail('PostgreSQL has not started');
  const servers = {
    database: server(async (supervisor) => {
      postgres = await startPostgres(supervisor, { dir: join(folder, 'postgres'), port: postgresPort, durable: true });
    }),
    temporal: server(async (supervisor) => {
      await startTemporal(supervisor, { dir: temporalDir, port: temporalPort, webPort: null, program });
    }),
    mailbox: server((supervisor) =>
      startMailbox(supervisor, { dir: join(folder, 'mail'), smtpPort, webPort: mailPort }),
    ),
  };

  const at = Object.fromEntries(services.map((name) => [name, { port: next(), metrics: next() }])) as Record<
    Service,
    Record<'port' | 'metrics', number>
  >;
  const urlOf = (name: Service) => `http://127.0.0.1:${at[name].port}`;
  const operationsUrl = (name: Service) => `http://127.0.0.1:${at[name].metrics}`;
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, (await keptAuthority(folder)).cert);
  const shared = {
    PATH: env['PATH'] ?? '',
    SECRET_KEY: 'the same for every process of one deployment',
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
    TEMPORAL_NAMESPACE: namespace,
    OPS_EMAIL: 'operators@example.com',
    MAIL_FROM: 'service@example.com',
    WEBSITE_ORIGIN: 'https://www.example.com',
    LIVE_MODE: 'on',
    PROXY_HOPS: '1',
    STOP_DRAIN: '0ms',
    SANDBOX_REVIEW_DELAY: '1h',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_TLS: 'off',
    MAIL_RETRY_DELAYS: '1s,1s,1s,1s',
    WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s',
    WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    WORKFLOW_BUNDLE: await workflowBundle(),
    ERASURE_LIST: join(folder, 'erasures'),
    PUBLIC_GATEWAY: urlOf('public-gateway'),
    CUSTOMER_GATEWAY: urlOf('customer-gateway'),
    ATTORNEY_GATEWAY: urlOf('attorney-gateway'),
  };
  const running = new Map<Service, WorkerProcess>();
  const processes = {
    operationsUrl,
    /** Starts one, in the place of the one before, with more settings. */
    async start(name: Service, more: Readonly<Record<string, string>> = {}): Promise<void> {
      if (name === 'website') await placePages();
      const role = roles[name];
      const start = name.endsWith('worker') ? startWorkerProcess : startServiceProcess;
      const own = {
        ...shared,
        ...(role !== null && { DATABASE_URL: urlAs(role, started().url(database)) }),
        PORT: String(at[name].port),
        METRICS_PORT: String(at[name].metrics),
      };
      running.set(name, await start(name, { ...own, ...more }));
    },
    async kill(name: Service): Promise<void> {
      await running.get(name)?.kill();
    },
    async restart(name: Service, more: Readonly<Record<string, string>> = {}): Promise<void> {
      await processes.kill(name);
      await processes.start(name, more);
    },
  };

  return {
    folder,
    servers,
    processes,
    /** Of tasks and of the command line, which act as the owner of the database. */
    environment: () => ({ ...shared, DATABASE_URL: started().url(database) }),
    temporalFile: temporalDatabase(temporalDir),
    /** The address of the service's database, as its owner. */
    url: () => started().url(database),
    /** Creates the service's database, empty and with its roles. */
    async createDatabase(): Promise<void> {
      await ensureDatabase(started(), database);
      await migrate(started().url(database));
      await prepareRoles(started().url(database), started().password);
    },
    /** Connections of one's own, and the gateways behind one address. All of it must be up. */
    async connect() {
      const connection = await Connection.connect({ address: shared.TEMPORAL_ADDRESS });
      const client = new Client({ connection, namespace });
      const store = openTestStore(started().url(database));
      const proxy = await startProxy(
        (['public', 'customer', 'attorney'] as const).map((gateway) => ({
          url: urlOf(`${gateway}-gateway`),
          operationsUrl: operationsUrl(`${gateway}-gateway`),
          serves: (path: string) => gatewayOf(path) === gateway,
        })),
      );
      const disconnect = async () => {
        await proxy.stop();
        await Promise.allSettled([store.close(), connection.close()]);
      };
      return { api: proxy.url, store, client, cases: new CaseClient(client), disconnect };
    },
    /** Workflow code that cannot replay the histories of the real one: it calls an activity by another name. */
    async unfitWorkflows(): Promise<string> {
      const file = join(folder, 'unfit-workflows.js');
      const fit = await readFile(shared.WORKFLOW_BUNDLE, 'utf8');
      await writeFile(file, fit.replaceAll('decideAndRecord', 'decideAndRecordAnew'));
      return file;
    },
    /** Kills and stops everything, and removes the folder unless it is kept. */
    async tearDown(): Promise<void> {
      await Promise.all(services.map((name) => processes.kill(name)));
      await Promise.all([servers.mailbox.stop(), servers.temporal.stop()]);
      await servers.database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Everything is started on empty databases. */
export async function startDeployment(env: Env) {
  const site = await prepareSite(env);
  const { servers, processes } = site;
  await Promise.all([servers.mailbox.start(), servers.database.start()]);
  await Promise.all([site.createDatabase(), servers.temporal.start()]);
  const connection = await Connection.connect({ address: site.environment().TEMPORAL_ADDRESS });
  await registerNamespace(connection, namespace);
  await connection.close();
  await Promise.all(services.map((name) => processes.start(name)));
  const connected = await site.connect();
  return {
    ...site,
    ...connected,
    async stop(): Promise<void> {
      await connected.disconnect();
      await site.tearDown();
    },
  };
}

/** Each start has a supervisor of its own, which ends with the stop. */
export function server(launch: (supervisor: Supervisor) => Promise<void>) {
  let supervisor = new Supervisor({});
  // An aborted run must not leave it behind.
  process.once('exit', () => supervisor.kill());
  return {
    async start(): Promise<void> {
      supervisor = new Supervisor({});
      await launch(supervisor);
    },
    stop: (): Promise<void> => supervisor.stop(),
  };
}

/** Different ones, which are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(await freePort(taken));
  return [...taken];
}

/** Where the image has them. */
async function placePages(): Promise<void> {
  const folder = fileURLToPath(new URL('../../services/website/dist', import.meta.url));
  await cp(await builtPages(), folder, { recursive: true });
}

const served = Object.values(routes).map(({ gateway, path }) => ({
  gateway,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function gatewayOf(path: string): string | undefined {
  return served.find(({ pattern }) => pattern.test(path))?.gateway;
}

function fail(message: string): never {
  throw new Error(message);
}
