import { blobs, type Config, ConfigError, readConfig, shared, temporalTls, text } from '@evict/config';
import { moveToBucket, openBlobStore } from '@evict/store/bytes';
import { openStore, type Store } from '@evict/store/database';
import { applyErasureList } from '@evict/store/erasure';
import { continueFeeds } from '@evict/store/events';
import { applyRoles, makeLogins, type Process, processes } from '@evict/store/roles';
import { command, type Group } from '../command.ts';
import { exitCodes, Failure } from '../failures.ts';
import { argument, flagField, textField } from '../fields.ts';

// Steps of a deployment, run as the database's owner. Each command can be repeated at any time, even concurrently.

/** A command that needs settings reads all of these, so the first one to run reports every invalid setting. */
const settings = {
  databaseUrl: shared.databaseUrl,
  /** `process:password` pairs separated by spaces. If empty, the logins are created elsewhere. */
  databaseLogins: text('DATABASE_LOGINS', ''),
  temporalAddress: shared.temporalAddress,
  temporalNamespace: shared.temporalNamespace,
  ...temporalTls,
  erasureList: shared.erasureList,
  ...blobs,
};

type Settings = Config<typeof settings>;

const prepare = command({
  summary:
    'Applies migrations, creates the roles and logins of the processes, and registers the namespace in Temporal.',
  example: 'prepare',
  fields: {
    withoutTemporal: flagField('skip Temporal, because its namespace is created elsewhere or it is not running yet'),
  },
  async deploy(environment, { withoutTemporal }) {
    const config = readConfig(await environment(), settings);
    const logins = readLogins(config.databaseLogins);
    try {
      // Loaded here, because no other command needs these libraries.
      const { migrate } = await import('@evict/prisma/migrate');
      const applied = await migrate(config.databaseUrl);
      await applyRoles(config.databaseUrl);
      await makeLogins(config.databaseUrl, logins);
      if (!withoutTemporal) await makeNamespace(config);
      const namespace = withoutTemporal ? null : config.temporalNamespace;
      return { json: { applied, logins: Object.keys(logins), namespace } };
    } catch (error) {
      // Print the error's message, because the person who deploys has to know what went wrong. It contains no tenant
      // data.
      throw new Failure(exitCodes.refused, 'not_prepared', (error as Error).message);
    }
  },
});

const restored = command({
  summary:
    'After a restore: repeats the erasures since the backup, and moves event feeds past every position already read.',
  example: 'restored',
  fields: {},
  async deploy(environment) {
    const config = readConfig(await environment(), settings);
    if (config.erasureList === '') throw new ConfigError(['ERASURE_LIST must be the folder with the list of erasures']);
    return withStore(config, async (store) => {
      const erasures = await applyErasureList(store, await openBlobStore(store, config), config.erasureList);
      return { json: { ...erasures, feeds: await continueFeeds(store) } };
    });
  },
});

const moveDocuments = command({
  summary: 'Checks the S3 bucket and moves all documents to it. Run this once all processes have BLOB_STORE=s3.',
  example: 'move-documents',
  fields: {},
  async deploy(environment) {
    const config = readConfig(await environment(), settings);
    if (config.blobStore === 'postgres') return { json: { moved: 0 } };
    return withStore(config, async (store) => ({ json: { moved: await moveToBucket(store, config) } }));
  },
});

const certificates = command({
  summary: 'Issues missing certificates for Temporal and PostgreSQL in docker-compose.yml, and renews expiring ones.',
  example: 'certificates /certificates',
  fields: { folder: argument(textField('FOLDER', 'the folder for the certificates', 4096)) },
  async deploy(_environment, { folder }) {
    const { issueCertificates } = await import('../certificates.ts');
    return { json: { issued: await issueCertificates(folder) } };
  },
});

export const deploy: Group = {
  summary: "steps of a deployment, run as the database's owner",
  commands: { prepare, restored, 'move-documents': moveDocuments, certificates },
};

/** Parses the logins. Throws ConfigError for an entry that isn't `process:password`, and never repeats a password. */
function readLogins(given: string): Partial<Record<Process, { user: string; password: string }>> {
  const entries = given.split(/\s+/).filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, user = '', password = ''] = /^(\w+):(.+)$/.exec(entry) ?? [];
      if (!processes.some((process) => process === user)) {
        throw new ConfigError([`DATABASE_LOGINS must be process:password pairs for any of ${processes.join(', ')}`]);
      }
      return [user, { user, password }];
    }),
  );
}

async function makeNamespace(config: Settings): Promise<void> {
  const [{ Connection }, { connectionOptions }, { registerNamespace }] = await Promise.all([
    import('@temporalio/client'),
    import('@evict/temporal/connection-options'),
    import('@evict/temporal/setup'),
  ]);
  const connection = await Connection.connect(connectionOptions(config));
  try {
    await registerNamespace(connection, config.temporalNamespace);
  } finally {
    await connection.close();
  }
}

async function withStore<T>({ databaseUrl }: Settings, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(databaseUrl, 4, 'maintenance');
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
