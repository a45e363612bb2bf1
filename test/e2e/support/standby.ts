import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type Postgres, startPostgres, type Supervisor, withClient } from '@evict/local';

/**
 * Creates a streaming standby of a cluster and starts it. Resolves once every commit on the primary waits for the
 * standby. `dir` is the primary's folder.
 */
export async function startStandby(
  supervisor: Supervisor,
  { primary, dir, standbyDir }: { primary: Postgres; dir: string; standbyDir: string },
): Promise<Postgres> {
  await copyCluster(primary, dir, standbyDir);
  const cluster = join(standbyDir, 'cluster');
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password} application_name=standby`;
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const standby = await startPostgres(supervisor, { dir: standbyDir, port: await freePort(), durable: true });
  await withClient(primary.url('postgres'), async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await client.query('SELECT pg_reload_conf()');
    for (;;) {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      if (rowCount === 1) return;
      await client.query('SELECT pg_sleep(0.05)');
    }
  });
  return standby;
}

/** Promotes a standby to primary. Resolves when it accepts writes. */
export async function promote(standby: Postgres): Promise<void> {
  await withClient(standby.url('postgres'), (client) => client.query('SELECT pg_promote()'));
}

/** Makes a base backup without PostgreSQL's backup programs. */
async function copyCluster(primary: Postgres, dir: string, standbyDir: string): Promise<void> {
  await mkdir(standbyDir, { recursive: true });
  await cp(join(dir, 'password'), join(standbyDir, 'password'));
  await withClient(primary.url('postgres'), async (client) => {
    // Writes during the copy are in the WAL, so enough of it has to be kept.
    await client.query(`ALTER SYSTEM SET wal_keep_size = '256MB'`);
    await client.query('SELECT pg_reload_conf()');
    await client.query(`SELECT pg_backup_start('standby', fast => true)`);
    const cluster = join(standbyDir, 'cluster');
    await copyFolder(join(dir, 'cluster'), cluster);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  });
}

/** Copies a folder. Files may be deleted during the copy, because the WAL covers them. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]).catch((error: { code?: unknown; stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n');
    if (!lines.every((line) => line.includes('No such file or directory'))) throw error;
  });
  await rm(join(to, 'postmaster.pid'), { force: true });
}
