import type { TestStore } from '@evict/store/testing';

/**
 * Makes a command look as if its author wrote or renewed it this many seconds ago. The default is long enough for it to
 * be void.
 */
export async function ageCommand(store: TestStore, id: string, seconds = 61): Promise<void> {
  const aged = 'UPDATE "Command" SET "writtenAt" = now() - make_interval(secs => $2) WHERE id = $1';
  await store.pool.query(aged, [id, seconds]);
}
