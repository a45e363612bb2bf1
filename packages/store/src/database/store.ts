import { setTimeout as pause } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Prisma, PrismaClient } from '../generated/client.ts';
import { type ConnectionProfile, createPool } from './connections.ts';
import {
  createTransactions,
  type InTransaction,
  type RowOf,
  type Transaction,
  type TransactionName,
} from './transactions.ts';

interface Connections {
  prisma: Transaction;
  pool: pg.Pool;
  inTransaction: InTransaction;
  close: () => Promise<void>;
}

let connectionsOf: (store: Store) => Connections;

/** An open database. Only functions in this package can reach its connections. */
export class Store {
  readonly #connections: Connections;

  static {
    connectionsOf = (store) => store.#connections;
  }

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** Opens a connection pool that Prisma and plain SQL share. */
export function openStore(connectionString: string, max = 10, profile: ConnectionProfile = 'service'): Store {
  const pool = createPool(connectionString, max, profile);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: nameAndForget }) });
  const { run, refuse } = createTransactions(prisma);
  return new Store({
    prisma: guarded(prisma, refuse),
    pool: guarded(pool, refuse, ['query', 'connect']),
    inTransaction: run,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  });
}

/**
 * Returns Prisma for single statements outside a transaction. Using it inside a transaction of the same store throws.
 */
export function prismaOf(store: Store): Transaction {
  return connectionsOf(store).prisma;
}

/**
 * Returns the pool that Prisma uses too, for SQL that is run without Prisma. Using it inside a transaction of the same
 * store throws.
 */
export function poolOf(store: Store): pg.Pool {
  return connectionsOf(store).pool;
}

/** Runs `work` in a transaction. See `InTransaction`. */
export function inTransaction<Name extends TransactionName, T>(
  store: Store,
  name: Name,
  row: RowOf<Name>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return connectionsOf(store).inTransaction(name, row, work);
}

/**
 * Runs `work` in a transaction without Prisma, for statements with large byte values. Prisma converts arguments to
 * text, which could block the process for a second. An error closes the connection, which rolls back the transaction.
 */
export async function inBytesTransaction<T>(
  store: Store,
  work: (run: <Row extends object>(...statement: Template) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = await poolOf(store).connect();
  let isBroken = true;
  try {
    await client.query('BEGIN');
    const result = await work(async <Row extends object>(...statement: Template) => {
      const { rows } = await client.query<Row>(queryOf(Prisma.sql(...statement)));
      return rows;
    });
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Returns a store that calls `after` whenever a single statement has been committed. Tests use it to end a process at
 * that moment.
 */
export function withAfterStatement(store: Store, after: (text: string) => void): Store {
  const connections = connectionsOf(store);
  const query = async (statement: pg.QueryConfig) => {
    const result = await connections.pool.query(statement);
    after(statement.text);
    return result;
  };
  const get = (pool: pg.Pool, name: keyof pg.Pool) => (name === 'query' ? query : pool[name]);
  return new Store({ ...connections, pool: new Proxy(connections.pool, { get }) });
}

/**
 * Wraps an object so that reading any property, or one of `names`, first calls `refuse`. Prisma itself gets the
 * unwrapped pool, because it opens connections for several callers at once, and the async context can be that of any of
 * them.
 */
function guarded<T extends object>(target: T, refuse: () => void, names?: readonly string[]): T {
  return new Proxy(target, {
    get(_, property) {
      if (!names || names.includes(String(property))) refuse();
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' && names ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Throws the driver's error if the database can't be queried. */
export async function pingDatabase(store: Store): Promise<void> {
  await poolOf(store).query('SELECT 1');
}

export async function databaseTime(store: Store): Promise<Date> {
  const row = await firstRow<{ now: Date }>(store)`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('the database did not return the current time');
  return row.now;
}

/** Returns whether the database responds within two seconds. A hanging database counts as down. */
export async function isDatabaseReachable(store: Store): Promise<boolean> {
  const response = pingDatabase(store).then(
    () => true,
    () => false,
  );
  return Promise.race([response, pause(2000, false, { ref: false })]);
}

/**
 * Returns the statement's name and then clears its arguments. Prisma keeps the last hundred queries for error reports,
 * and with cases of 2 MB their arguments would fill a gateway's heap. The adapter has already copied the arguments when
 * it asks for the name.
 */
function nameAndForget(query: { sql: string; args: unknown[] }): string {
  queueMicrotask(() => query.args.splice(0));
  return nameOfAny(query.sql);
}

/** Runs an SQL template on the shared pool and returns its rows. Each connection plans the same SQL only once. */
export function allRows<Row extends object>(store: Store): (...statement: Template) => Promise<Row[]> {
  return async (...statement) => (await runStatement<Row>(store, statement)).rows;
}

/** Runs a statement and returns its first row, or null. */
export function firstRow<Row extends object>(store: Store): (...statement: Template) => Promise<Row | null> {
  return async (...statement) => (await runStatement<Row>(store, statement)).rows[0] ?? null;
}

/** Runs a statement and returns the ids that it selects. */
export function allIds(store: Store): (...statement: Template) => Promise<string[]> {
  return async (...statement) => (await runStatement<{ id: string }>(store, statement)).rows.map(({ id }) => id);
}

/** Runs a statement and returns whether it found or changed a row. */
export function anyRow(store: Store): (...statement: Template) => Promise<boolean> {
  return async (...statement) => (await countRows(store)(...statement)) > 0;
}

/** Runs a statement and returns the number of rows that it found or changed. */
export function countRows(store: Store): (...statement: Template) => Promise<number> {
  return async (...statement) => (await runStatement(store, statement)).rowCount ?? 0;
}

/** A statement or a part of one, with its values. */
export type Statement = Prisma.Sql;

export const { sql } = Prisma;

/** Makes a literal part of a statement, such as a condition or a number. It isn't escaped. */
export function raw(text: string | number): Prisma.Sql {
  return Prisma.raw(`${text}`);
}

type Template = [strings: TemplateStringsArray, ...values: unknown[]];

function runStatement<Row extends object>(store: Store, statement: Template): Promise<pg.QueryResult<Row>> {
  const { text, values } = Prisma.sql(...statement);
  return poolOf(store).query<Row>({ name: nameOfOurs(text), text, values });
}

/** Converts a statement to a named query for the pool, which each connection plans only once. */
export function queryOf({ text, values }: Prisma.Sql): pg.QueryConfig {
  return { name: nameOfAny(text), text, values };
}

/**
 * Assigns a name to each SQL string, because a connection parses and plans a named statement only once. After `max`
 * names, further SQL stays unnamed.
 */
function createNames(prefix: string, max: number): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max) return known ?? '';
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** Limited, because Prisma writes different SQL for each length of an IN list. */
const nameOfAny = createNames('q', 200);
const nameOfOurs = createNames('s', Infinity);
