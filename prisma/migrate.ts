import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { filters, offline, onDatabase } from './engine.ts';

const schemaFile = new URL('schema.prisma', import.meta.url);
const folder = new URL('migrations/', import.meta.url);
/** Which database the migrations are written for; the engine refuses to apply them without it. */
const providerFile = new URL('migration_lock.toml', folder);
/** The schema as the newest migration leaves it. */
const lastSchemaFile = new URL('schema.lock.prisma', folder);

/**
 * Applies every migration that the database at `url` has not had yet, in the order of their names. Returns the names of
 * those applied. Two processes may call it at once: the second waits for the first. Rejects when a migration fails or
 * when one that was applied has since been edited.
 */
export async function migrate(url: string): Promise<string[]> {
  const [schema, migrationsList] = await Promise.all([readFile(schemaFile, 'utf8'), readMigrations()]);
  return onDatabase(url, schema, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    return appliedMigrationNames;
  });
}

/**
 * Writes the SQL that leads from the schema of the newest migration to `schema.prisma` as it is now.
 * Returns the folder of the new migration, or null when the schema has not changed. Needs no database.
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
  await writeFile(providerFile, 'provider = "postgresql"\n');
  await writeFile(lastSchemaFile, schema);
  return fileURLToPath(target);
}

async function compare(before: string | null, after: string): Promise<string> {
  const { stdout } = await offline(after, (engine) =>
    engine.diff({
      from:
        before === null
          ? { tag: 'empty' }
          : { tag: 'schemaDatamodel', files: [{ path: 'before.prisma', content: before }] },
      to: { tag: 'schemaDatamodel', files: [{ path: 'after.prisma', content: after }] },
      script: true,
      exitCode: null,
      filters,
    }),
  );
  if (stdout === null) throw new Error('The schema engine gave no script');
  return stdout;
}

async function readMigrations() {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: fileURLToPath(folder),
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: await readFile(providerFile, 'utf8') },
    migrationDirectories: await Promise.all(names.map(readMigration)),
  };
}

async function readMigration(name: string) {
  const value = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
}

const usage = `usage: npm run migration -- <name>     writes the next migration from schema.prisma
       DATABASE_URL=... npm run migrate   applies the migrations a database does not have yet`;

async function main([command, name]: string[]): Promise<string> {
  if (command === 'create' && name !== undefined && /^[a-z0-9_]+$/.test(name)) {
    return (await createMigration(name, new Date())) ?? 'schema.prisma has not changed since the newest migration';
  }
  const url = process.env['DATABASE_URL'];
  if (command === 'apply' && url !== undefined) {
    const applied = await migrate(url);
    return applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`;
  }
  process.exitCode = 2;
  return usage;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await main(process.argv.slice(2)));
