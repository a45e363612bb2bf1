import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileCache } from '@evict/config/compile-cache';
import { oauthPaths } from '@evict/contract';
import {
  ensureDatabase,
  keptAuthority,
  type Postgres,
  postgresFolder,
  prepareRoles,
  startMailbox,
  startPostgres,
  startTemporal,
  temporalDatabase,
  temporalFolder,
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
import { gatewayOf, startProxy as startFront } from '../../e2e/support/proxy.ts';
import { startProxy } from './lossy-proxy.ts';
import { endWithThisProcess, freePorts, unit, type Variables } from './unit.ts';

export const services = [
  'public-gateway',
  'customer-gateway',
  'attorney-gateway',
  'case-worker',
  'outbox-worker',
] as const;
export type Service = (typeof services)[number];
export type Site = Awaited<ReturnType<typeof prepareDeployment>>;
export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

export interface Shape {
  services?: readonly Service[];
  /** The number of processes of each service. */
  copies?: 1 | 2;
  /** Whether a process that ends is restarted at once. Otherwise it stays down. */
  restarts?: boolean;
  /** Returns the settings of every process, given the folder of the deployment. */
  settings?: (folder: string) => Variables;
  /** Settings of the Temporal server. */
  dynamicConfig?: Readonly<Record<string, number>>;
}

const namespace = 'evictions';
const database = 'evictions';

/**
 * Prepares a deployment in its own folder without starting anything: PostgreSQL, Temporal, a mailbox, and the processes
 * of the service under their own roles. Each can be started, stopped, killed and restarted in place. There is a proxy
 * between each process and each server. The one before Temporal requires a client certificate.
 */
export async function prepareDeployment(env: NodeJS.ProcessEnv, shape: Shape = {}) {
  const {
    services: wanted = services,
    copies = 1,
    restarts = false,
    settings = () => ({}),
    dynamicConfig = {},
  } = shape;
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  let isKept = false;
  endWithThisProcess(() => isKept || rmSync(folder, { recursive: true, force: true }));
  const port = await freePorts(4 + 2 * copies * wanted.length);
  const [postgresPort, temporalPort, smtpPort, mailPort] = [port(), port(), port(), port()];
  const temporalDir = join(folder, temporalFolder);
  const bundle = join(folder, 'workflows.js');
  const authority = join(folder, 'authority.pem');
  const [program, tls] = await Promise.all([
    temporalProgram(env, console.log),
    certificates(folder),
    workflowBundle().then((file) => copyFile(file, bundle)),
    keptAuthority(folder).then(({ cert }) => writeFile(authority, cert)),
  ]);

  let postgres: Postgres | undefined;
  const primary = (): Postgres => {
    if (!postgres) throw new Error('PostgreSQL has not started');
    return postgres;
  };
  const servers = {
    database: unit(restarts, async (supervisor) => {
      const dir = join(folder, postgresFolder);
      postgres = await startPostgres(supervisor, { dir, port: postgresPort, durable: true });
    }),
    temporal: unit(restarts, async (supervisor) => {
      const given = { dir: temporalDir, port: temporalPort, webPort: null, program, dynamicConfig };
      await startTemporal(supervisor, given);
    }),
    mailbox: unit(restarts, (supervisor) =>
      startMailbox(supervisor, { dir: join(folder, 'mail'), smtpPort, webPort: mailPort }),
    ),
  };
  const shared: Variables = {
    PATH: env['PATH'] ?? '',
    ...compileCache(),
    SECRET_KEY: 'the same for every process of one deployment',
    TEMPORAL_NAMESPACE: namespace,
    OPS_EMAIL: 'operators@example.com',
    MAIL_FROM: 'service@example.com',
    WEBSITE_ORIGIN: 'https://www.example.com',
    LIVE_MODE: 'on',
    PROXY_HOPS: '1',
    STOP_DRAIN: '500ms', // the proxy before the gateways checks more often which ones are ready
    SANDBOX_REVIEW_DELAY: '1h',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_TLS: 'off', // the mailbox has no certificate
    WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    WORKFLOW_BUNDLE: bundle,
    ERASURE_LIST: join(folder, 'erasures'),
    ...settings(folder),
  };

  const prepareProcess = async (service: Service, copy: number) => {
    const [ownPort, metricsPort] = [port(), port()];
    const [url, operationsUrl] = [`http://127.0.0.1:${ownPort}`, `http://127.0.0.1:${metricsPort}`];
    const links = {
      PostgreSQL: await startProxy(postgresPort),
      Temporal: await startProxy(temporalPort, tls.server),
    };
    const isServer = service.endsWith('gateway');
    const isReady = async () => {
      const { ok } = await fetch(`${operationsUrl}/ready`, { signal: AbortSignal.timeout(5000) });
      if (!ok) throw new Error('not ready');
    };
    const databaseUrl = () => {
      const address = new URL(urlAs(service.replace('-', '_') as Role, primary().url(database)));
      address.port = String(links.PostgreSQL.port);
      return address.href;
    };
    const process = unit(restarts, async (supervisor, more) => {
      await supervisor.start({
        name: `${service} ${copy}`,
        stage: isServer ? 'front' : 'worker',
        command: [globalThis.process.execPath, programOf(service)],
        env: {
          ...shared,
          ...tls.client,
          DATABASE_URL: databaseUrl(),
          ...(service === 'public-gateway' && { WEBSITE_PAGES: await builtPages() }),
          TEMPORAL_ADDRESS: `127.0.0.1:${links.Temporal.port}`,
          PORT: String(ownPort),
          METRICS_PORT: String(metricsPort),
          ...more,
        },
        logFile: join(folder, 'logs', `${service}-${copy}.log`),
        check: isServer ? () => fetch(url) : isReady,
        startWithinMs: 60_000,
        stopSignal: 'SIGTERM',
        stopWithinMs: isServer ? 1500 : 8500,
      });
    });
    return { ...process, service, copy, url, operationsUrl, isReady, links };
  };
  const copyNumbers = Array.from({ length: copies }, (_, index) => index + 1);
  const processes = await Promise.all(
    wanted.flatMap((service) => copyNumbers.map((copy) => prepareProcess(service, copy))),
  );
  /** Returns the process of a service. `copy` selects one if there are several. */
  const of = (service: Service, copy = 1) => {
    const found = processes.find((one) => one.service === service && one.copy === copy);
    if (!found) throw new Error(`this deployment has no ${service} ${copy}`);
    return found;
  };
  const temporalAddress = `127.0.0.1:${temporalPort}`;

  return {
    folder,
    servers,
    processes,
    of,
    /** Returns the database server. Its URLs connect as the owner. */
    primary,
    /** The URL of the mailbox's page. */
    mailbox: `http://127.0.0.1:${mailPort}`,
    /** The path of the workflow code that workers load. */
    bundle,
    temporalFile: temporalDatabase(temporalDir),
    /** Returns the URL of the service's database, which connects as the owner. */
    url: () => primary().url(database),
    /** Returns the environment of the operators' command line, which acts as the owner of the database. */
    environment: () => ({ ...shared, TEMPORAL_ADDRESS: temporalAddress, DATABASE_URL: primary().url(database) }),
    /** Creates the service's database, empty and with its roles. */
    async createDatabase(): Promise<void> {
      await ensureDatabase(primary(), database);
      await migrate(primary().url(database));
      await prepareRoles(primary().url(database), primary().password);
    },
    async createNamespace(): Promise<void> {
      const connection = await Connection.connect({ address: temporalAddress });
      await registerNamespace(connection, namespace);
      await connection.close();
    },
    /**
     * Connects to the servers, and starts a proxy that puts the gateways behind one address. Everything must be
     * running.
     */
    async connect() {
      const connection = await Connection.connect({ address: temporalAddress });
      const client = new Client({ connection, namespace });
      const store = openTestStore(primary().url(database));
      const gateways = processes.filter(({ service }) => service.endsWith('gateway'));
      const front = await startFront(
        gateways.map(({ url, operationsUrl, service }) => ({
          url,
          operationsUrl,
          serves: (path: string) => `${path === oauthPaths.mcp ? 'customer' : gatewayOf(path)}-gateway` === service,
        })),
      );
      const disconnect = async () => {
        await front.stop();
        await Promise.allSettled([store.close(), connection.close()]);
      };
      return { api: front.url, store, client, cases: new CaseClient(client), disconnect };
    },
    /** Stops everything. Deletes the folder, unless it is to be kept for its logs. */
    async tearDown(keepsFolder = false): Promise<void> {
      await Promise.all(processes.map((one) => one.kill()));
      await Promise.all([servers.mailbox.stop(), servers.temporal.stop()]);
      await servers.database.stop();
      for (const { links } of processes) Object.values(links).forEach((proxy) => proxy.close());
      isKept = keepsFolder;
      if (keepsFolder) console.log(`The logs of the processes are in ${folder}.`);
      else await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a whole deployment on empty databases. */
export async function startDeployment(env: NodeJS.ProcessEnv, shape: Shape = {}) {
  const site = await prepareDeployment(env, shape);
  const { servers, processes } = site;
  await Promise.all([servers.mailbox.start(), servers.database.start(), servers.temporal.start()]);
  await Promise.all([site.createDatabase(), site.createNamespace()]);
  await Promise.all(processes.map((one) => one.start()));
  const connected = await site.connect();
  return {
    ...site,
    ...connected,
    async stop(keepsFolder = false): Promise<void> {
      await connected.disconnect();
      await site.tearDown(keepsFolder);
    },
  };
}

/**
 * Creates certificates for the proxies in front of Temporal. Its development server has no TLS, so the proxies require
 * the client certificate.
 */
async function certificates(folder: string) {
  const dir = join(folder, 'certificates');
  await promisify(execFile)(process.execPath, [programOf('ops'), 'deploy', 'certificates', dir]);
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

/** Returns the path of a service's program. */
export function programOf(service: string): string {
  return fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url));
}
