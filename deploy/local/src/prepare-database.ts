import { ensureDatabase, type Postgres, withClient } from './postgres.ts';
import { databaseName } from './settings.ts';
import { hashOfSources } from './sources.ts';

/** The sources from which the tables and roles of a prepared database come. */
const sources = ['prisma/*.{ts,prisma}', 'prisma/migrations/**/*.{sql,toml}', 'packages/store/src/roles/*.ts'];

/**
 * Creates the product's database if there is none, and brings its tables and roles up to date. The database's comment
 * contains a hash of the sources that prepared it. If they haven't changed, the migration code isn't loaded, which
 * makes the start faster.
 */
export async function prepareDatabase(postgres: Postgres): Promise<void> {
  await ensureDatabase(postgres, databaseName);
  const url = postgres.url(databaseName);
  const mark = `prepared by ${await hashOfSources(sources)}`;
  if ((await commentOf(url)) === mark) return;
  const [{ migrate }, { prepareRoles }] = await Promise.all([
    import('@evict/prisma/migrate'),
    import('./database-roles.ts'),
  ]);
  await migrate(url);
  await prepareRoles(url, postgres.password);
  await withClient(url, (client) =>
    client.query(`COMMENT ON DATABASE ${client.escapeIdentifier(databaseName)} IS ${client.escapeLiteral(mark)}`),
  );
}

async function commentOf(url: string): Promise<string | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ comment: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.comment ?? null;
  });
}
