import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const folder = new URL('migrations/', import.meta.url);

/**
 * The advisory lock that `prisma migrate deploy` also takes, so that the two never work on the same database at once.
 */
const advisoryLock = 72_707_369;

/**
 * SQL for the table that records the applied migrations. It is the same as Prisma's, so that `prisma migrate deploy`
 * can continue where this runner stopped.
 */
const createTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies all migrations that haven't been applied to the database at `url` yet, in order of name, each in its own
 * transaction. Returns the names of the applied migrations. Two processes may call this at once, and the second waits
 * for the first. Ignores migrations that a newer version has applied. Rejects if a migration fails, if an applied one
 * has since been edited, or if another program began one and never finished it.
 */
export async function migrate(url: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Limited, because while a migration waits for a lock on a table, all other queries of the table wait behind it.
    lock_timeout: 10_000,
  });
  await client.connect();
  try {
    await lock(client);
    await client.query(createTable);
    const pending = await pendingAmong(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // This also releases the lock.
    await client.end();
  }
}

/**
 * Takes the advisory lock. Waits up to five minutes while another process migrates, which may take longer than the
 * timeout for table locks.
 */
async function lock(client: pg.Client): Promise<void> {
  await client.query("SET lock_timeout = '5min'");
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
  await client.query('RESET lock_timeout');
}

async function pendingAmong(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; isFinished: boolean }>(`
    SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
    FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`);
  const unfinished = rows.filter(({ isFinished }) => !isFinished).map(({ name }) => name);
  if (unfinished.length > 0) {
    throw new Error(
      `Not finished: ${unfinished.join(', ')}. Repair the database, then run \`prisma migrate resolve\`.`,
    );
  }
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const edited = migrations.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (edited.length > 0) {
    throw new Error(
      `These migrations were edited after they were applied: ${edited.map(({ name }) => name).join(', ')}.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // The connection itself may have failed.
    throw new Error(`Migration ${name} failed, and none of it was applied.`, { cause: error });
  }
}

async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function main(url: string | undefined): Promise<string> {
  if (url === undefined) {
    process.exitCode = 2;
    return 'usage: DATABASE_URL=... npm run migrate   applies the migrations that a database does not have yet';
  }
  const applied = await migrate(url);
  return applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await main(process.env['DATABASE_URL']));
