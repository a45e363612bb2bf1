import { moveToBucket, openBlobStore } from '@evict/store/bytes';
import { openStore, type Store } from '@evict/store/database';
import { continueFeeds } from '@evict/store/events';
import { applyErasureList } from '@evict/store/erasure';
import { verifyAllCases } from '@evict/store/evidence';
import { applyRoles, makeLogins, processes } from '@evict/store/roles';
import { migrate } from '@evict/prisma/migrate';
import { connectionOptions } from '@evict/temporal/connection-options';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';

type Settings = Parameters<typeof connectionOptions>[0] &
  Parameters<typeof openBlobStore>[1] & {
    databaseUrl: string;
    /** `process:password` pairs separated by spaces; empty: the logins are made elsewhere. */
    databaseLogins: string;
    temporalNamespace: string;
    /** Empty for none. */
    erasureList: string;
  };

/** Each task can be repeated at any time, also concurrently. Its result is for the log. */
export const tasks = {
  /** Applies pending migrations, and grants each process its privileges. */
  async database({ databaseUrl }: Settings) {
    const applied = await migrate(databaseUrl);
    await applyRoles(databaseUrl);
    return { applied };
  },

  /** Creates the login of each listed process, with the name and the role of the process. */
  async logins({ databaseUrl, databaseLogins }: Settings) {
    const logins = readLogins(databaseLogins);
    await makeLogins(databaseUrl, logins);
    return { logins: Object.keys(logins) };
  },

  /** Registers the namespace and its search attributes. */
  async temporal(settings: Settings) {
    const connection = await Connection.connect(connectionOptions(settings));
    try {
      await registerNamespace(connection, settings.temporalNamespace);
    } finally {
      await connection.close();
    }
    return { namespace: settings.temporalNamespace };
  },

  /** After a restore: repeats the erasures since the backup. Throws if no list is configured. */
  async erasures(settings: Settings) {
    const { erasureList } = settings;
    if (erasureList === '') throw new Error('ERASURE_LIST does not name the list of erasures');
    return withStore(settings, async (store) =>
      applyErasureList(store, await openBlobStore(store, settings), erasureList),
    );
  },

  /** After a restore: the event feeds continue beyond the cursors of readers, which can be newer than the backup. */
  feeds: (settings: Settings) => withStore(settings, async (store) => ({ feeds: await continueFeeds(store) })),

  /** After a restore, last: verifies every case as `ops case verify --all` does. Throws if one is broken. */
  async verify(settings: Settings) {
    return withStore(settings, async (store) => {
      const evidence = { store, blobs: await openBlobStore(store, settings) };
      const { faults, ...counts } = await verifyAllCases(evidence);
      if (counts.broken > 0)
        throw new Error([`${counts.broken} of ${counts.cases} cases are broken`, ...faults].join('\n'));
      return counts;
    });
  },

  /** With S3: checks the bucket and moves the bytes from the database, once no process stores any there. */
  async blobs(settings: Settings) {
    if (settings.blobStore === 'postgres') return { moved: 0 };
    return withStore(settings, async (store) => ({ moved: await moveToBucket(store, settings) }));
  },
};

/** Throws for an entry that is not `process:password`. Never repeats a password. */
function readLogins(text: string) {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, user = '', password = ''] = /^(\w+):(.+)$/.exec(entry) ?? [];
      if (!processes.some((process) => process === user)) {
        throw new Error(`DATABASE_LOGINS must be process:password for each of ${processes.join(', ')}`);
      }
      return [user, { user, password }];
    }),
  );
}

async function withStore<T>({ databaseUrl }: Settings, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(databaseUrl, 4, 'maintenance');
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export function isTask(name: string): name is keyof typeof tasks {
  return Object.hasOwn(tasks, name);
}
