import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

const schemaFile = new URL('schema.prisma', import.meta.url);
const folder = new URL('migrations/', import.meta.url);
/** The schema after the newest migration. */
const lastSchemaFile = new URL('schema.lock.prisma', folder);

/**
 * Writes the SQL that migrates from the schema of the newest migration to the current `schema.prisma`. Returns the
 * folder of the new migration, or null if the schema hasn't changed. Needs no database.
 */
export async function createMigration(name: string, now: Date): Promise<string | null> {
  const schema = await readFile(schemaFile, 'utf8');
  const last = existsSync(lastSchemaFile) ? await readFile(lastSchemaFile, 'utf8') : null;
  if (schema === last) return null;
  const sql = await compare(last, schema);
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const target = new URL(`${stamp}_${name}/`, folder);
  await mkdir(target, { recursive: true });
  await writeFile(new URL('migration.sql', target), sql);
  await writeFile(lastSchemaFile, schema);
  return fileURLToPath(target);
}

async function compare(before: string | null, after: string): Promise<string> {
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', after]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(nowhere),
  );
  const { stdout } = await engine.diff({
    from:
      before === null
        ? { tag: 'empty' }
        : { tag: 'schemaDatamodel', files: [{ path: 'before.prisma', content: before }] },
    to: { tag: 'schemaDatamodel', files: [{ path: 'after.prisma', content: after }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  if (stdout === null) throw new Error('The schema engine returned no script.');
  return stdout;
}

/**
 * An adapter without a database, because comparing two schema files needs none. The engine still asks for the
 * database's version, and assumes the newest if it gets no answer.
 */
const silent: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'offline',
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => {},
  startTransaction: async () => {
    throw new Error('There is no database to run a transaction on.');
  },
  dispose: async () => {},
};
const nowhere: SqlMigrationAwareDriverAdapterFactory = {
  provider: 'postgres',
  adapterName: 'offline',
  connect: async () => silent,
  connectToShadowDb: async () => silent,
};

async function main(name: string | undefined): Promise<string> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    process.exitCode = 2;
    return 'usage: npm run migration -- <name>   writes the next migration from schema.prisma';
  }
  return (await createMigration(name, new Date())) ?? 'schema.prisma has not changed since the newest migration';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await main(process.argv[2]));
