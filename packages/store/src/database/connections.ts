import pg from 'pg';
import { StoreBusyError } from './store-busy.ts';

/**
 * Timeouts of a connection, in milliseconds. Each bound covers another fault:
 *
 * - `connectMs` (client): the server or the network accepts no connections.
 * - `waitMs` (client): no connection of the pool becomes free. Long, because a slow pool still makes progress.
 * - `silenceMs` (client): the server or the network swallows data. Closes a connection that has exchanged no byte for
 *   so long during a statement. Longer than `statementMs`, so that a live server reports its own error first.
 * - `statementMs` (server): a statement runs too long. 0 means no limit.
 * - `lockMs` (server): another transaction does not release a row or table.
 * - `idleInTransactionMs` (server): a client vanishes or hangs during a transaction, which would keep its locks.
 *
 * The bounds of a service stay well below the 10 s within which every request gets a response.
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
  /** Migrations, restores and the operators' command line: statements over whole tables, and a person who waits. */
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
/** Timeouts by name; a test may have its own. */
export type ConnectionProfile = keyof typeof profiles | ConnectionTimeouts;

/**
 * Network settings of each session. The server notices a vanished client within 25 s: by keep-alive probes while the
 * connection is idle, by unacknowledged data, and by checking the socket every 5 s during a statement. Otherwise the
 * statement would keep its locks until its end.
 */
const serverOptions = {
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20s',
  client_connection_check_interval: '5s',
};

/**
 * The configuration of `pg` with these bounds. Parameters of the connection string take precedence: for a pooler that
 * refuses startup options, set `?options=`.
 */
function connectionConfig(connectionString: string, timeouts: ConnectionTimeouts): pg.PoolConfig {
  const { connectMs, statementMs, lockMs, idleInTransactionMs } = timeouts;
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: Object.entries(serverOptions)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/**
 * A pool that recovers from the loss of its server. It closes a connection that is silent during a statement, closes
 * all connections once the server reports that it is read-only (after a failover they lead to the old primary), and
 * refuses standbys. At most 1,000 callers wait for a connection; others get `StoreBusyError` at once.
 */
export function createPool(connectionString: string, max: number, profile: ConnectionProfile): pg.Pool {
  const timeouts = typeof profile === 'string' ? profiles[profile] : profile;
  const { silenceMs, waitMs } = timeouts;
  const open = new Set<unknown>();
  const config = connectionConfig(connectionString, timeouts);
  const pool = new BoundedPool({
    ...config,
    max,
    Client: class extends WatchedClient {
      constructor() {
        super(config);
      }
    },
    connectionTimeoutMillis: waitMs,
    onConnect(connected) {
      const client = connected as WatchedClient;
      if (client.isStandby) throw new StoreBusyError('the server is a standby');
      client.closeWhenSilent(silenceMs);
      client.onReadOnly = () => open.forEach((each) => (each as WatchedClient).drop('the server is read-only'));
      open.add(client);
    },
  });
  pool.on('remove', (client) => open.delete(client));
  // For idle connections that the server closed. The pool replaces them, but an unhandled error event would end the
  // process.
  pool.on('error', () => {});
  return pool;
}

const maxWaiting = 1000;

class BoundedPool extends pg.Pool {
  // With a callback, `connect` returns nothing.
  override connect(callback?: (...args: never[]) => void): never {
    if (this.waitingCount < maxWaiting) return super.connect(callback as never) as never;
    const error = new StoreBusyError('too many wait for a connection');
    if (callback) return callback(...([error, undefined, () => {}] as never[])) as never;
    return Promise.reject(error) as never;
  }
}

/** Parts of a client of `pg` that its types omit. */
interface Internals {
  connection: NodeJS.EventEmitter & { stream: import('node:net').Socket };
  _getActiveQuery(): unknown;
}

class WatchedClient extends pg.Client {
  isStandby = false;
  onReadOnly = () => {};

  constructor(config: pg.ClientConfig) {
    super(config);
    // The failing query reports the error; without a listener the event would end the process.
    this.on('error', () => {});
    const { connection } = this.#internals();
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) setImmediate(() => this.onReadOnly());
    });
  }

  /** Call it after connecting: TLS replaces the socket. */
  closeWhenSilent(silenceMs: number): void {
    const internals = this.#internals();
    const { stream } = internals.connection;
    stream.setTimeout(silenceMs);
    // Not as an argument of setTimeout, which listens once: an idle connection also times out, and is used again.
    stream.on('timeout', () => {
      if (internals._getActiveQuery()) this.drop('the server is silent');
    });
  }

  /** Closes the connection without notice to the server. Its query fails. */
  drop(reason: string): void {
    this.#internals().connection.stream.destroy(new StoreBusyError(reason));
  }

  #internals(): Internals {
    return this as unknown as Internals;
  }
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyTransaction = '25006';
