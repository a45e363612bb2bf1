import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase, freePort, prepareRoles, startPostgres, Supervisor, withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { afterAll } from 'vitest';

// The embedded PostgreSQL ships neither pg_dump nor pg_restore. COPY does their work here: a consistent
// snapshot of every table and sequence of the running service, restored into a database with the schema and no rows.

/** Dumps the database into a new folder. */
export async function backUp(url: string): Promise<string> {
  const folder = await newFolder();
  await withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const table of await tablesOf(url)) {
      await client.query(`COPY ${client.escapeIdentifier(table)} TO '${join(folder, table)}' WITH (FORMAT binary)`);
    }
    for (const sequence of await sequencesOf(url)) {
      const target = join(folder, `${sequence}.sequence`);
      const counter = `SELECT last_value, is_called FROM ${client.escapeIdentifier(sequence)}`;
      await client.query(`COPY (${counter}) TO '${target}' WITH (FORMAT binary)`);
    }
    await client.query('COMMIT');
  });
  return folder;
}

/** Restores the backup on another PostgreSQL server, which stops after the last test of the file. */
export async function restoreElsewhere(folder: string): Promise<string> {
  const dir = await newFolder();
  const supervisor = new Supervisor({});
  const kill = () => supervisor.kill();
  process.once('exit', kill);
  afterAll(async () => {
    process.off('exit', kill);
    await supervisor.stop();
    await Promise.all([dir, folder].map((one) => rm(one, { recursive: true, force: true })));
  });
  const server = await startPostgres(supervisor, { dir, port: await freePort(), durable: false });
  await ensureDatabase(server, 'restored');
  const url = server.url('restored');
  await migrate(url);
  await prepareRoles(url, new URL(url).password);
  await withClient(url, async (client) => {
    // Without foreign keys the order of the tables does not matter.
    await client.query('SET session_replication_role = replica');
    const backedUp = new Set(await readdir(folder));
    for (const table of await tablesOf(url)) {
      if (!backedUp.has(table)) throw new Error(`the backup has no ${table}`);
      await client.query(`COPY ${client.escapeIdentifier(table)} FROM '${join(folder, table)}' WITH (FORMAT binary)`);
    }
    await client.query('CREATE TEMPORARY TABLE counter (value bigint, called boolean)');
    for (const sequence of await sequencesOf(url)) {
      await client.query(`COPY counter FROM '${join(folder, sequence)}.sequence' WITH (FORMAT binary)`);
      await client.query(`SELECT setval($1::regclass, value, called) FROM counter`, [
        client.escapeIdentifier(sequence),
      ]);
      await client.query('TRUNCATE counter');
    }
  });
  return url;
}

async function tablesOf(url: string): Promise<string[]> {
  return namesOf(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%'`,
  );
}

async function sequencesOf(url: string): Promise<string[]> {
  return namesOf(url, `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'`);
}

async function namesOf(url: string, query: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) => client.query<{ name: string }>(query));
  return rows.map(({ name }) => name);
}

/** A folder that the servers can write to as any user. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evict-backup-'));
  await chmod(folder, 0o777);
  return folder;
}
