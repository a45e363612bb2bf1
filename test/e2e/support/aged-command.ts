import type { TestStore } from '@evict/store/testing';

/**
 * Makes a command look as if its author wrote or renewed it this many seconds ago. By default, that is long enough ago
 * to make it void.
 */
export async function ageCommand(store: TestStore, id: string, seconds = 61): Promise<void> {
  const aged = 'UPDATE "Command" SET "writtenAt" = now() - make_interval(secs => $2) WHERE id = $1';
  await store.pool.query(aged, [id, seconds]);
}
