import { moveToBucket, openBlobStore } from '@evict/store/bytes';
import { openStore, type Store } from '@evict/store/database';
import { applyErasureList } from '@evict/store/erasure';
import { applyRoles, makeLogins, processes } from '@evict/store/roles';
import { migrate } from '@evict/prisma/migrate';
import { CaseClient, createClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import { rebuildRows } from './after-restore.ts';

type Settings = Parameters<typeof connectionOptions>[0] &
  Parameters<typeof openBlobStore>[1] & {
    databaseUrl: string;
    /** `process:password` with spaces between them; empty: whoever runs the cluster makes the logins. */
    databaseLogins: string;
    temporalNamespace: string;
    payloadKeys: readonly string[];
    /** Empty for none. */
    erasureList: string;
  };

/** Each can be done again at any time, and by two at once. What it resolves to is for the log. */
export const tasks = {
  /** Applies the migrations that the database has not had, and grants each process what it may do. */
  async database({ databaseUrl }: Settings) {
    const applied = await migrate(databaseUrl);
    await applyRoles(databaseUrl);
    return { applied };
  },

  /** Lets each process of the list sign in to the database, by the name of the process, with the role of the process. */
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

  /** After a restore: erases again what was erased since the backup. Throws where no list is named. */
  async erasures(settings: Settings) {
    const { erasureList } = settings;
    if (erasureList === '') throw new Error('ERASURE_LIST does not name the list of erasures');
    return withStore(settings, async (store) =>
      applyErasureList(store, await openBlobStore(store, settings), erasureList),
    );
  },

  /** After the loss of a table: makes the read rows as the log of events has them. The case worker has to run. */
  rows: (settings: Settings) =>
    withStore(settings, (store) => withCases(settings, (cases) => rebuildRows(store, cases))),

  /** With S3: checks the bucket, and moves the bytes that are in the database, once no process stores any there. */
  async blobs(settings: Settings) {
    if (settings.blobStore === 'postgres') return { moved: 0 };
    return withStore(settings, async (store) => ({ moved: await moveToBucket(store, settings) }));
  },
};

/** Throws where an entry is no process with a password. Never repeats one. */
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

async function withCases<T>(settings: Settings, use: (cases: CaseClient) => Promise<T>): Promise<T> {
  const { temporalNamespace: namespace, payloadKeys } = settings;
  const connection = await Connection.connect(connectionOptions(settings));
  try {
    return await use(new CaseClient(createClient({ connection, namespace, payloadKeys }), { deadlineMs: 30_000 }));
  } finally {
    await connection.close();
  }
}

export function isTask(name: string): name is keyof typeof tasks {
  return Object.hasOwn(tasks, name);
}
