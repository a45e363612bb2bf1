import type { TestStore } from '@evict/store/testing';

/**
 * Its author wrote the command, or renewed it, so many seconds ago: by default, long enough for it to be void. A trigger
 * keeps anybody from saying so.
 */
export async function ageCommand(store: TestStore, id: string, seconds = 61): Promise<void> {
  await store.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE "Command" SET "writtenAt" = now() - interval '${seconds} seconds' WHERE id = '${id}'; COMMIT`,
  );
}
