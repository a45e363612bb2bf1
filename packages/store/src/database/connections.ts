import pg from 'pg';
import { StoreBusyError } from './store-busy.ts';

/**
 * Connection timeouts in milliseconds. Each covers a different failure:
 *
 * - `connectMs` (client): the server or the network doesn't accept the connection.
 * - `waitMs` (client): no connection in the pool becomes free. Long, because a slow pool still makes progress.
 * - `silenceMs` (client): the server or the network drops data. A connection is closed if a statement gets no response
 *   for this long. Longer than `statementMs`, so that a live server reports its own error first.
 * - `statementMs` (server): a statement runs too long. 0 means no limit.
 * - `lockMs` (server): another transaction does not release a row or table.
 * - `idleInTransactionMs` (server): a client vanishes or hangs during a transaction, which would keep its locks.
 *
 * In `service`, the timeouts that a statement or a wait can run into are below 10 s, because every request gets a
 * response within that time.
 */
export const profiles = {
  service: {
    connectMs: 3000,
    waitMs: 8000,
    silenceMs: 7000,
    statementMs: 6000,
    lockMs: 5000,
    idleInTransactionMs: 10_000,
  },
  /**
   * For migrations, restores and the operators' command line. Their statements can cover whole tables, and the person
   * who started them can wait.
   */
  maintenance: {
    connectMs: 10_000,
    waitMs: 30_000,
    silenceMs: 1_860_000,
    statementMs: 1_800_000,
    lockMs: 10_000,
    idleInTransactionMs: 60_000,
  },
} as const;

type ConnectionTimeouts = Readonly<Record<keyof typeof profiles.service, number>>;
/** The name of a profile. Tests can pass their own timeouts instead. */
export type ConnectionProfile = keyof typeof profiles | ConnectionTimeouts;

/**
 * Network settings for each session. The server notices a vanished client within 25 s: by keep-alive probes while the
 * connection is idle, by unacknowledged data, and by checking the socket every 5 s during a statement. Otherwise the
 * statement would keep its locks until it ends.
 */
const serverOptions = {
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20s',
  client_connection_check_interval: '5s',
};

/**
 * Returns a `pg` configuration with these timeouts. Parameters in the connection string take precedence. If a pooler
 * refuses startup options, add `?options=` to the connection string.
 */
function connectionConfig(connectionString: string, timeouts: ConnectionTimeouts): pg.PoolConfig {
  const { connectMs, silenceMs, statementMs, lockMs, idleInTransactionMs } = timeouts;
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    query_timeout: silenceMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: Object.entries(serverOptions)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** Returns the configuration for a connection that listens for notifications. */
export function listenerConfig(connectionString: string): pg.ClientConfig {
  return connectionConfig(connectionString, profiles.service);
}

/**
 * Creates a pool that recovers after it loses its server. It closes a connection if a statement gets no response in
 * time or finds the server read-only, and it refuses new connections to a standby. At most 1,000 callers can wait for a
 * connection. Further callers get `StoreBusyError` at once.
 */
export function createPool(connectionString: string, max: number, profile: ConnectionProfile): pg.Pool {
  const timeouts = typeof profile === 'string' ? profiles[profile] : profile;
  const config = connectionConfig(connectionString, timeouts);
  const pool = new BoundedPool({
    ...config,
    max,
    Client: class extends MortalClient {
      constructor() {
        super(config);
      }
    },
    connectionTimeoutMillis: timeouts.waitMs,
    async onConnect(client) {
      const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
      if (rows[0]?.isStandby) throw new StoreBusyError('the database server is a standby');
    },
  });
  // Emitted when the server closes an idle connection. The pool replaces it, but an unhandled error event would end the
  // process.
  pool.on('error', () => {});
  return pool;
}

const maxWaiting = 1000;

class BoundedPool extends pg.Pool {
  // With a callback, `connect` returns nothing.
  override connect(callback?: (...args: never[]) => void): never {
    if (this.waitingCount < maxWaiting) return super.connect(callback as never) as never;
    const error = new StoreBusyError('too many requests await a database connection');
    if (callback) return callback(...([error, undefined, () => {}] as never[])) as never;
    return Promise.reject(error) as never;
  }
}

/**
 * A client that closes after an error that later statements would hit too, because the server still doesn't respond or
 * is still read-only. The pool then replaces the client.
 */
class MortalClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    // The failing query reports the error. Without a listener, the event would end the process.
    this.on('error', () => {});
  }

  // With a callback, `query` returns nothing.
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const andEnd = (error: unknown, result: unknown) => {
        this.#endAfter(error);
        callback(error, result);
      };
      return query(...args.slice(0, -1), andEnd) as never;
    }
    const result = query(...args);
    if (result instanceof Promise) result.catch((error: unknown) => this.#endAfter(error));
    return result as never;
  }

  #endAfter(error: unknown): void {
    const { code, message } = (error ?? {}) as { code?: string; message?: string };
    if (code === readOnlyTransaction || message === 'Query read timeout') void this.end();
  }
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyTransaction = '25006';
