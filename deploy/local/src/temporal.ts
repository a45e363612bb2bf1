import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { freePort } from './ports.ts';
import { ensureDatabase, type Postgres, withClient } from './postgres.ts';
import type { Supervisor } from './processes.ts';
import { renderFile, temporalFolder } from './template.ts';
import type { TemporalBinaries } from './temporal-build.ts';

export interface TemporalSettings {
  /** The folder of its configuration and its log. */
  dir: string;
  port: number;
  postgres: Postgres;
  binaries: TemporalBinaries;
  /** Settings of the server in addition to deploy/temporal/dynamic.yaml, in the format of that file. */
  dynamicConfig?: string;
}

/** Its databases, and the folders of the SQL tool with their schemas. */
const DATABASES = [
  { name: 'temporal', schema: 'postgresql/v12/temporal' },
  { name: 'temporal_visibility', schema: 'postgresql/v12/visibility' },
] as const;
const PORT_NAMES = [
  'FRONTEND_MEMBERSHIP_PORT',
  'FRONTEND_HTTP_PORT',
  'HISTORY_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_PORT',
  'WORKER_MEMBERSHIP_PORT',
] as const;

/** Starts the Temporal server on databases of its own in `postgres`. Resolves to its host:port when it responds. */
export async function startTemporal(supervisor: Supervisor, settings: TemporalSettings): Promise<string> {
  const { dir, port, postgres, binaries, dynamicConfig = '' } = settings;
  await prepareTemporalDatabases(postgres, binaries);
  // Before serving it looks for the peers of its last run, which had other ports and are gone.
  await withClient(postgres.url('temporal'), (client) => client.query('DELETE FROM cluster_membership'));
  const [config, dynamic] = [join(dir, 'server.yaml'), join(dir, 'dynamic.yaml')];
  await renderFile(join(temporalFolder, 'server.yaml'), config, {
    ...(await freePorts(port)),
    FRONTEND_PORT: port,
    POSTGRES_PORT: postgres.port,
    POSTGRES_PASSWORD: postgres.password,
    DYNAMIC_CONFIG: dynamic,
  });
  const shared = await readFile(join(temporalFolder, 'dynamic.yaml'), 'utf8');
  await writeFile(dynamic, `${shared}${dynamicConfig}`);
  const address = `127.0.0.1:${port}`;
  await supervisor.start({
    name: 'Temporal',
    stage: 'engine',
    command: [binaries.server, '--config-file', config, '--allow-no-auth', 'start'],
    logFile: join(dir, 'server.log'),
    check: () => isUp(address),
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 2000,
  });
  return address;
}

/** Creates missing databases of a Temporal server, and updates them to the schema of this build. */
export async function prepareTemporalDatabases(postgres: Postgres, binaries: TemporalBinaries): Promise<void> {
  await Promise.all(DATABASES.map((database) => ensureSchema(database, postgres, binaries)));
}

/** Rejects unless a Temporal server responds there. */
async function isUp(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 });
  await connection.close();
}

/** The schema tool takes a second, so it runs only for databases that this build of Temporal has not prepared yet. */
async function ensureSchema(
  { name, schema }: (typeof DATABASES)[number],
  postgres: Postgres,
  { sqlTool, buildId }: TemporalBinaries,
): Promise<void> {
  const isNew = await ensureDatabase(postgres, name);
  const mark = `Schema of Temporal build ${buildId}`;
  const url = postgres.url(name);
  if (!isNew && (await commentOf(url, name)) === mark) return;
  const env = {
    SQL_PLUGIN: 'postgres12_pgx',
    SQL_HOST: '127.0.0.1',
    SQL_PORT: String(postgres.port),
    SQL_USER: 'postgres',
    SQL_PASSWORD: postgres.password,
  };
  const run = (...args: string[]) => promisify(execFile)(sqlTool, ['--db', name, ...args], { env });
  if (!(await hasVersions(url))) await run('setup-schema', '-v', '0.0');
  await run('update-schema', '--schema-name', schema);
  await withClient(url, (client) =>
    client.query(`COMMENT ON DATABASE ${client.escapeIdentifier(name)} IS ${client.escapeLiteral(mark)}`),
  );
}

async function commentOf(url: string, name: string): Promise<string | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ comment: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
      [name],
    );
    return rows[0]?.comment ?? null;
  });
}

async function hasVersions(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT to_regclass('schema_version') IS NOT NULL AS found`,
    );
    return rows[0]?.found === true;
  });
}

async function freePorts(frontend: number): Promise<Record<string, number>> {
  const taken = new Set([frontend]);
  const ports: Record<string, number> = {};
  for (const name of PORT_NAMES) {
    const port = await freePort(taken);
    taken.add(port);
    ports[name] = port;
  }
  return ports;
}
