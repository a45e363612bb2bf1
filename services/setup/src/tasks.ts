import { moveToBucket, openBlobStore } from '@evict/documents';
import { migrate } from '@evict/prisma/migrate';
import { applyErasureList, openStore } from '@evict/store';
import { connectionOptions } from '@evict/temporal/connection-options';
import { registerNamespace } from '@evict/temporal/setup';
import { Connection } from '@temporalio/client';

type Settings = Parameters<typeof connectionOptions>[0] &
  Parameters<typeof openBlobStore>[1] & {
    databaseUrl: string;
    temporalNamespace: string;
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
    const { databaseUrl, erasureList } = settings;
    if (erasureList === '') throw new Error('ERASURE_LIST does not name the list of erasures');
    const store = openStore(databaseUrl, 1);
    try {
      return await applyErasureList(store, await openBlobStore(store.pool, settings), erasureList);
    } finally {
      await store.close();
    }
  },

  /** With S3: checks the bucket, and moves the bytes that are in the database, once no process stores any there. */
  async blobs(settings: Settings) {
    if (settings.blobStore === 'postgres') return { moved: 0 };
    const store = openStore(settings.databaseUrl, 1);
    try {
      return { moved: await moveToBucket(store.pool, settings) };
    } finally {
      await store.close();
    }
  },
};

export function isTask(name: string): name is keyof typeof tasks {
  return Object.hasOwn(tasks, name);
}
