import { moveToBucket, openBlobStore } from '@evict/documents';
import { migrate } from '@evict/prisma/migrate';
import { applyErasureList, openStore, type Store } from '@evict/store';
import { CaseClient, createClient } from '@evict/temporal';
import { connectionOptions } from '@evict/temporal/connection-options';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';
import { rebuildRows, startProcesses } from './after-restore.ts';

type Settings = Parameters<typeof connectionOptions>[0] &
  Parameters<typeof openBlobStore>[1] & {
    databaseUrl: string;
    temporalNamespace: string;
    payloadKeys: readonly string[];
    /** Empty for none. */
    erasureList: string;
  };

/** Each can be done again at any time, and by two at once. What it resolves to is for the log. */
export const tasks = {
  /** Applies the migrations that the database has not had. */
  async database({ databaseUrl }: Settings) {
    return { applied: await migrate(databaseUrl) };
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
      applyErasureList(store, await openBlobStore(store.pool, settings), erasureList),
    );
  },

  /** After a restore: starts a process for every open case that has none. */
  cases: (settings: Settings) =>
    withStore(settings, (store) => withCases(settings, (cases) => startProcesses(store, cases))),

  /** After the loss of a table: makes the read rows as the log of events has them. The case worker has to run. */
  rows: (settings: Settings) =>
    withStore(settings, (store) => withCases(settings, (cases) => rebuildRows(store, cases))),

  /** With S3: checks the bucket, and moves the bytes that are in the database, once no process stores any there. */
  async blobs(settings: Settings) {
    if (settings.blobStore === 'postgres') return { moved: 0 };
    return withStore(settings, async ({ pool }) => ({ moved: await moveToBucket(pool, settings) }));
  },
};

async function withStore<T>({ databaseUrl }: Settings, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(databaseUrl, 4);
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
