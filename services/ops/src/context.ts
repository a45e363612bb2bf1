import { setTimeout as pause } from 'node:timers/promises';
import {
  blobs as blobSettings,
  type Config,
  ConfigError,
  type Environment,
  operators,
  readConfig,
  shared,
  temporalTls,
  text,
  uploads,
} from '@evict/config';
import { ApiError } from '@evict/contract';
import { withOrigin } from '@evict/store/audit';
import { type BlobStore, openBlobStore } from '@evict/store/bytes';
import { openStore, pingDatabase, type Store } from '@evict/store/database';
import type { CaseClient } from '@evict/temporal';
import { type ConnectionOptions, connectionOptions } from '@evict/temporal/connection-options';
import { Refused, Unreachable } from './failures.ts';
import { identify, type Identity, signIn } from './identity.ts';

/** What a command can use: connections, settings, and the operator's identity. */
export interface Context {
  /** The operator's name. */
  operator: string;
  identifiedBy: Identity['by'];
  /** Signs the operator in, and returns the identity provider's ID token. */
  signIn: () => Promise<string>;
  store: Store;
  /** Connects to Temporal. Throws Unreachable. */
  temporal: () => Promise<{ cases: CaseClient }>;
  /** Opens the store of document bytes. */
  blobs: () => Promise<BlobStore>;
  /**
   * Scans an upload. Throws Refused if it is infected, and Unreachable if the scanner gives no verdict. Does nothing if
   * uploads aren't scanned.
   */
  refuseInfected: (bytes: Uint8Array) => Promise<void>;
  /** The folder with the list of erasures. Empty if there is none. */
  erasureList: string;
  /** The folder that relative paths refer to. */
  folder: string;
  /** Prints a warning, without changing the result. */
  warn: (text: string) => void;
}

const settings = {
  databaseUrl: shared.databaseUrl,
  temporalAddress: shared.temporalAddress,
  temporalNamespace: shared.temporalNamespace,
  ...temporalTls,
  erasureList: shared.erasureList,
  ...blobSettings,
  ...operators,
  ...uploads,
  /** The case worker's task queue. Empty for the default one. */
  caseTaskQueue: text('CASE_TASK_QUEUE', ''),
  /** npm runs its scripts in the project folder. This is the folder it was called from. */
  folder: text('INIT_CWD', '.'),
};

type Settings = Config<typeof settings>;

interface ContextOptions {
  environment: Environment;
  /** The operator's name from --operator or the system user. */
  operator: string;
  takesAnybody: boolean;
  warn: (text: string) => void;
  /**
   * How long a command to a case may take, in milliseconds. This is longer than in the API, because operators have no
   * idempotency key with which they could safely repeat it.
   */
  deadlineMs: number;
}

const connectTimeoutMs = 5000;
const closeTimeoutMs = 1000;

/**
 * Runs `use` for the operator, with connections to the services of the environment. Throws ConfigError, Unreachable,
 * and Refused if the operator has to prove their identity and doesn't.
 */
export async function withContext<T>(
  { environment, operator: declared, takesAnybody, warn, deadlineMs }: ContextOptions,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment, settings);
  const server = serverOf(config);
  const { databaseUrl, erasureList, folder } = config;
  const { name: operator, by: identifiedBy } = takesAnybody
    ? ({ name: declared, by: 'declared' } as const)
    : await identify(config, declared);
  const store = openStore(databaseUrl, 2, 'maintenance');
  let connecting: ReturnType<typeof connect> | undefined;
  const temporal = () => (connecting ??= connect(server, config, deadlineMs));
  const close = async () => {
    const connected = await connecting?.catch(() => null);
    await Promise.all([connected?.connection.close(), store.close()]);
  };
  try {
    // The message contains only the host, without the user and the password.
    await reach(pingDatabase(store), `The database at ${new URL(databaseUrl).host}`);
    const blobs = () => openBlobStore(store, config);
    const who = { operator, identifiedBy, signIn: () => signIn(config, warn) };
    const refuseInfected = (bytes: Uint8Array) => scan(config.clamdSocket, operator, bytes);
    const context = { ...who, store, temporal, blobs, refuseInfected, erasureList, folder, warn };
    const actor = { type: 'operator', id: operator } as const;
    return await withOrigin({ actor, credentialId: null, network: null }, () => use(context));
  } finally {
    // Don't wait for a connection that never responded.
    await Promise.race([close(), pause(closeTimeoutMs, undefined, { ref: false })]);
  }
}

function serverOf(config: Settings): ConnectionOptions {
  try {
    return connectionOptions(config);
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

/** Loads Temporal's client only if it is needed, because loading takes longer than most commands. */
async function connect(
  server: ConnectionOptions,
  { temporalNamespace: namespace, caseTaskQueue }: Settings,
  deadlineMs: number,
) {
  const [{ Connection }, { CaseClient, createClient }] = await Promise.all([
    import('@temporalio/client'),
    import('@evict/temporal'),
  ]);
  const connection = await reach(
    Connection.connect({ ...server, connectTimeout: connectTimeoutMs }),
    `Temporal at ${server.address}`,
  );
  const client = createClient({ connection, namespace });
  const cases = new CaseClient(client, { deadlineMs, ...(caseTaskQueue !== '' && { taskQueue: caseTaskQueue }) });
  return { connection, cases };
}

async function scan(clamd: string, operator: string, bytes: Uint8Array): Promise<void> {
  if (clamd === '') return;
  const { createVirusScan } = await import('@evict/http/virus-scan');
  await createVirusScan(clamd)(operator, bytes).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'busy') throw new Unreachable('The virus scanner did not return a result. Try again.');
    throw new Refused(error.code, 'The file is infected with malware.');
  });
}

async function reach<T>(response: Promise<T>, what: string): Promise<T> {
  const timeout = pause(connectTimeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('no response in time');
  });
  try {
    return await Promise.race([response, timeout]);
  } catch {
    throw new Unreachable(`${what} cannot be reached or refused the connection.`);
  }
}
