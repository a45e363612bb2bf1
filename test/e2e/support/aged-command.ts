import type { TestStore } from '@evict/store/testing';

/** Makes a command void: its author wrote it, or renewed it, more than a minute ago. A trigger keeps anybody from saying so. */
export async function ageCommand(store: TestStore, id: string): Promise<void> {
  await store.pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE "Command" SET "writtenAt" = now() - interval '61 seconds' WHERE id = '${id}'; COMMIT`,
  );
}
