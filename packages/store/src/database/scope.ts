import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Prisma } from '../generated/client.ts';

// Row-level security is the second line behind the conditions of each statement: a process whose role is bound by it reads
// and writes the rows of the scope alone that it works for (../roles/row-policies.ts). The scope is set in the
// transaction of the statement that it is for, and sent with it: no round trip is added.

/** Whose rows a request is about. */
export interface RowScope {
  readonly organizationId: string;
  readonly mode: string;
}

const current = new AsyncLocalStorage<{ scope: RowScope | null }>();

/** Runs the work of one request, which has no scope until `setScope`. */
export function withScope<T>(work: () => T): T {
  return current.run({ scope: null }, work);
}

/** From here on the statements of this request are for these rows. */
export function setScope({ organizationId, mode }: RowScope): void {
  const request = current.getStore();
  if (request) request.scope = { organizationId, mode };
}

export function currentScope(): RowScope | null {
  return current.getStore()?.scope ?? null;
}

/** A statement that is sent in front of another one and sets its scope. */
export interface Preamble {
  name: string;
  text: string;
  values: (string | Buffer)[];
}

const settings = (organization: string, mode: string) =>
  `SELECT set_config('evict.organization', ${organization}, true), set_config('evict.mode', ${mode}, true)`;

export function scopePreamble({ organizationId, mode }: RowScope): Preamble {
  return { name: 'scope', text: settings('$1', '$2'), values: [organizationId, mode] };
}

/** What sets the scope of a transaction, as parts of its first statement. */
export function setsScope({ organizationId, mode }: RowScope): Prisma.Sql[] {
  return [
    Prisma.sql`set_config('evict.organization', ${organizationId}, true)`,
    Prisma.sql`set_config('evict.mode', ${mode}, true)`,
  ];
}

/** Looks the key with this hash up, for the statement behind it: `evict.key` is the key then, as JSON, or empty. */
export function keyScopePreamble(hash: Buffer): Preamble {
  const text = `${settings('k."organizationId"', 'k.mode')}, set_config('evict.key', row_to_json(k)::text, true)
    FROM "apiKeyOf"($1) k`;
  return { name: 'scope-of-key', text, values: [hash] };
}

const preparedBy = new WeakMap<pg.PoolClient, Set<string>>();

/** Runs a named statement behind its preamble, both in one transaction and one round trip. */
export async function queryBehind<Row extends object>(
  pool: pg.Pool,
  preamble: Preamble,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const prepared = preparedBy.get(client) ?? new Set();
    if (!prepared.has(preamble.name)) await client.query(preamble);
    preparedBy.set(client, prepared.add(preamble.name));
    return await new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult<Row>) => (error ? reject(error) : resolve(result));
      client.query(new QueryBehind(preamble, statement, done as never) as unknown as pg.Submittable);
    });
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/** Parts of a query of `pg` that its types omit. */
interface Internals {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
interface Connection {
  bind(config: { statement: string; values: (string | Buffer)[] }): void;
  execute(config: object): void;
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig, callback: () => void) => Internals;

/** Two executions of prepared statements before one Sync: PostgreSQL runs them in one transaction. */
class QueryBehind extends Query {
  readonly #preamble: Preamble;
  #isBehind = false;

  constructor(preamble: Preamble, statement: pg.QueryConfig, done: () => void) {
    super(statement, done);
    this.#preamble = preamble;
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: this.#preamble.name, values: this.#preamble.values });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isBehind) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isBehind) super.handleCommandComplete(message, connection);
    this.#isBehind = true;
  }
}
