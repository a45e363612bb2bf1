import { rmSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureDatabase,
  freePort,
  openDataDir,
  removeAbandoned,
  type Postgres,
  prepareRoles,
  startPostgres,
  startTemporal,
  Supervisor,
  temporalDatabase,
  temporalProgram,
  workflowBundle,
} from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import type { TestProject } from 'vitest/node';
import { TEMPLATE_DATABASE } from './databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    servers: Servers;
  }
}

/** The servers that all test files share. */
interface Servers {
  /** The URL of the PostgreSQL server, to which a database name has to be appended. */
  postgresUrl: string;
  temporalAddress: string;
  temporalNamespace: string;
  /** The SQLite file of the Temporal server. Null if the server wasn't started here. */
  temporalDatabase: string | null;
  /** The file of the bundled workflow code, with which a worker starts in half a second. */
  workflowBundle: string;
}

const PREFIX = 'evict-test-';
const TESTED_WITH = {
  // The product doesn't use time skipping. It is on so that tests can check what another client could do with it.
  'frontend.WorkflowTimeSkippingEnabled': true,
  // A workflow counts as stuck after this many consecutive task failures. The default of five is slow to reach, because
  // the retries back off.
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute': 2,
  // The server deletes a workflow only after its internal queues have saved that they are past the workflow's last
  // task. By default they save their progress every 30 s.
  'history.transferProcessorUpdateAckInterval': '1s',
  'history.visibilityProcessorUpdateAckInterval': '1s',
};

/** Starts the real servers once for all test files, on free ports in a temporary folder; stops them after the last. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const { servers, stop } = await run();
  project.provide('servers', servers);
  return stop;
}

async function run() {
  const base = await fastFolder();
  await removeAbandoned(base, PREFIX); // folders of runs that were killed
  const dir = await openDataDir(await mkdtemp(join(base, PREFIX)));
  const supervisor = new Supervisor({ onSpawn: dir.rememberProcess });
  // On SIGTERM, vitest exits without a teardown, so this has to be synchronous.
  const endAtOnce = () => {
    supervisor.kill();
    rmSync(dir.path, { recursive: true, force: true });
  };
  process.once('exit', endAtOnce);
  const stop = async () => {
    await supervisor.stop();
    process.off('exit', endAtOnce);
    await rm(dir.path, { recursive: true, force: true });
    await dir.release();
  };
  try {
    return { servers: await start(supervisor, dir.path), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(supervisor: Supervisor, dir: string): Promise<Servers> {
  const pgDir = join(dir, 'postgres');
  const postgres = await startPostgres(supervisor, { dir: pgDir, port: await freePort(), durable: false });
  const namespace = `evictions-test-${process.pid}`;
  const temporalDir = join(dir, 'temporal');
  const { TEMPORAL_ADDRESS: given } = process.env;
  const prepareTemporal = async () => {
    const address = given || (await ownTemporal(supervisor, temporalDir));
    const connection = await Connection.connect({ address });
    await registerNamespace(connection, namespace);
    await connection.close();
    return address;
  };
  const [temporalAddress, bundle] = await Promise.all([prepareTemporal(), workflowBundle(), makeTemplate(postgres)]);
  return {
    postgresUrl: postgres.url(''),
    temporalAddress,
    temporalNamespace: namespace,
    temporalDatabase: given ? null : temporalDatabase(temporalDir),
    workflowBundle: bundle,
  };
}

async function ownTemporal(supervisor: Supervisor, dir: string): Promise<string> {
  const program = await temporalProgram(process.env, console.log);
  const port = await freePort();
  return startTemporal(supervisor, { dir, port, webPort: null, program, dynamicConfig: TESTED_WITH });
}

/** Creates the database from which every test database is cloned. */
async function makeTemplate(postgres: Postgres): Promise<void> {
  await ensureDatabase(postgres, TEMPLATE_DATABASE);
  await migrate(postgres.url(TEMPLATE_DATABASE));
  await prepareRoles(postgres.url(TEMPLATE_DATABASE), postgres.password);
}

/**
 * Returns a folder in memory if there is room, because a database is cloned there in 10 ms. Otherwise returns the
 * system's temporary folder.
 */
async function fastFolder(): Promise<string> {
  const free = await statfs('/dev/shm').then(
    (fs) => fs.bavail * fs.bsize,
    () => 0,
  );
  return free > 2 ** 30 ? '/dev/shm' : tmpdir();
}
