import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@evict/local';

// The embedded PostgreSQL comes without pg_dump and pg_restore, so these functions use COPY. They take a consistent
// snapshot of every table and sequence of a running service, and restore it into a database with the same schema.

/** Dumps a database into a new folder and returns the folder. */
export async function copyOut(url: string): Promise<string> {
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

/** Replaces the contents of a database with the same schema by those of a dump. */
export async function copyIn(folder: string, url: string): Promise<void> {
  await withClient(url, async (client) => {
    // Foreign keys aren't checked, so the order of the tables doesn't matter.
    await client.query('SET session_replication_role = replica');
    const backedUp = new Set(await readdir(folder));
    const tables = await tablesOf(url);
    await client.query(`TRUNCATE ${tables.map((table) => client.escapeIdentifier(table)).join(', ')}`);
    for (const table of tables) {
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
}

/** Creates a folder to which servers can write, whatever user they run as. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evict-backup-'));
  await chmod(folder, 0o777);
  return folder;
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
