import pg from 'pg';
import { StoreBusyError } from './store-busy.ts';

/**
 * How long a connection may take for what, in milliseconds. Each bound is there for another fault:
 *
 * - `connectMs` (client): a server, or a network, that takes no connections.
 * - `waitMs` (client): a pool in which no connection becomes free. Long, because a pool that is only slow moves on.
 * - `silenceMs` (client): a server or a network that swallows what it is sent. A connection that works on a statement
 *   and neither sends nor receives a byte for so long is closed. More than `statementMs`, so that a server that is
 *   there answers first, by its own error.
 * - `statementMs` (server): a statement that takes longer than it ever should. 0 for no bound.
 * - `lockMs` (server): a row, or a table, that another transaction does not give back.
 * - `idleInTransactionMs` (server): a client that vanished, or hangs, in the middle of a transaction: its locks end.
 *
 * Each bound of a service is well below the 10 s within which every request is answered.
 */
const profiles = {
  service: {
    connectMs: 3000,
    waitMs: 8000,
    silenceMs: 7000,
    statementMs: 6000,
    lockMs: 5000,
    idleInTransactionMs: 10_000,
  },
  /** Migrations, restores and the operators' command line: statements over whole tables, and someone who waits. */
  maintenance: {
    connectMs: 10_000,
    waitMs: 30_000,
    silenceMs: 1_860_000,
    statementMs: 1_800_000,
    lockMs: 10_000,
    idleInTransactionMs: 60_000,
  },
} as const;

export type ConnectionProfile = keyof typeof profiles;

/**
 * What the server is told of the network, for each session. A client that is gone without a word is found out within
 * 25 s: by keep-alive probes while the connection is idle, by unacknowledged data, and by looking at the socket every
 * 5 s while a statement runs or waits for a lock. Otherwise its statement and its locks would end with the statement.
 */
const serverOptions = {
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20s',
  client_connection_check_interval: '5s',
};

/**
 * What `pg` needs to connect with these bounds. What the connection string says itself takes precedence: a pooler that
 * refuses startup options, for example, is given `?options=`.
 */
export function connectionConfig(connectionString: string, profile: ConnectionProfile): pg.PoolConfig {
  const { connectMs, statementMs, lockMs, idleInTransactionMs } = profiles[profile];
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
 * A pool that lets go of a server which is gone. A connection on which nothing comes or goes during a statement is
 * closed. Where a server says that it is read-only, all connections are closed at once: after a failover they lead to
 * the old primary. A standby is not connected to. At most 1,000 callers wait for a connection; more are refused with
 * `StoreBusyError` at once.
 */
export function createPool(connectionString: string, max: number, profile: ConnectionProfile): pg.Pool {
  const { silenceMs, waitMs } = profiles[profile];
  const open = new Set<unknown>();
  const config = connectionConfig(connectionString, profile);
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
  // Of idle connections that the server dropped: the pool has let go of each and opens another when one is needed. An
  // error event that nobody listens to would end the process. A query that fails tells its caller.
  pool.on('error', () => {});
  return pool;
}

const maxWaiting = 1000;

class BoundedPool extends pg.Pool {
  // Overloaded: with a callback it returns nothing.
  override connect(callback?: (...args: never[]) => void): never {
    if (this.waitingCount < maxWaiting) return super.connect(callback as never) as never;
    const error = new StoreBusyError('too many wait for a connection');
    if (callback) return callback(...([error, undefined, () => {}] as never[])) as never;
    return Promise.reject(error) as never;
  }
}

/** The parts of a client of `pg` that its types leave out. */
interface Internals {
  connection: NodeJS.EventEmitter & { stream: import('node:net').Socket };
  _getActiveQuery(): unknown;
}

class WatchedClient extends pg.Client {
  isStandby = false;
  onReadOnly = () => {};

  constructor(config: pg.ClientConfig) {
    super(config);
    // Whoever has the connection learns of it by the query that fails. Without a listener the process would end.
    this.on('error', () => {});
    const { connection } = this.#internals();
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) setImmediate(() => this.onReadOnly());
    });
  }

  /** Once it is connected: TLS replaces the socket before that. */
  closeWhenSilent(silenceMs: number): void {
    const internals = this.#internals();
    internals.connection.stream.setTimeout(silenceMs, () => {
      if (internals._getActiveQuery()) this.drop('the server is silent');
    });
  }

  /** Closes the connection without a word to the server. What it works on fails. */
  drop(reason: string): void {
    this.#internals().connection.stream.destroy(new StoreBusyError(reason));
  }

  #internals(): Internals {
    return this as unknown as Internals;
  }
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyTransaction = '25006';
