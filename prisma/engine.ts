import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
type SchemaEngine = Awaited<ReturnType<EngineModule['SchemaEngine']['new']>>;
/** What the engine may leave alone in a database: nothing, here. */
export const filters = { externalTables: [], externalEnums: [] };

const require = createRequire(import.meta.url);

// The types of Node do not declare it.
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
  };
};

/** Runs the engine on one database; its connections are closed when `use` is through. */
export async function onDatabase<T>(
  url: string,
  schema: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  // The engine never closes what it opens: with a pool of ours the database is free at once.
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Everybody who wants the table waits behind a migration that waits for it.
    lock_timeout: 10_000,
  });
  try {
    return await use(await newEngine(wholeScripts(new PrismaPg(pool), pool), schema));
  } finally {
    await pool.end();
  }
}

/**
 * The same adapter, which sends the script of a migration whole: it would cut it at every semicolon, those inside of
 * functions too. PostgreSQL then does all of a script or nothing.
 */
function wholeScripts(adapter: PrismaPg, pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const whole = (connection: SqlDriverAdapter) =>
    Object.assign(connection, { executeScript: async (script: string) => void (await pool.query(script)) });
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: async () => whole(await adapter.connect()),
    connectToShadowDb: () => adapter.connectToShadowDb(),
  };
}

/** Runs the engine with no database at all: enough to compare two schema files. */
export async function offline<T>(schema: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  return use(await newEngine(nowhere, schema));
}

async function newEngine(adapter: SqlMigrationAwareDriverAdapterFactory, schema: string): Promise<SchemaEngine> {
  const { SchemaEngine } = await loadEngine();
  const datamodels: [string, string][] = [['schema.prisma', schema]];
  return SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
}

/**
 * The engine asks its database for a version before it compares anything, and takes "no answer" for "the newest".
 * Both methods that could change something stay silent, because there is nothing to change.
 */
const silent: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'offline',
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => {},
  startTransaction: async () => {
    throw new Error('There is no database to run a transaction on');
  },
  dispose: async () => {},
};
const nowhere: SqlMigrationAwareDriverAdapterFactory = {
  provider: 'postgres',
  adapterName: 'offline',
  connect: async () => silent,
  connectToShadowDb: async () => silent,
};

let loaded: Promise<EngineModule> | undefined;

function loadEngine(): Promise<EngineModule> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<EngineModule> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  // The engine arms a 10 s timer for its advisory lock and never clears it: no process should wait for that.
  const setTimer = Object.keys(glue).find((key) => key.startsWith('__wbg_setTimeout_')) ?? 'setTimeout';
  const imports = { ...glue, [setTimer]: (run: () => void, ms: number) => setTimeout(run, ms).unref() };
  const { instance } = await webAssembly.instantiate(readFileSync(wasm), { './schema_engine_bg.js': imports });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}
