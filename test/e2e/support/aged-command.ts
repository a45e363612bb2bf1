import type { TestStore } from '@evict/store/testing';
import { pastTriggers } from './past-triggers.ts';

/**
 * Its author wrote the command, or renewed it, so many seconds ago: by default, long enough for it to be void. A trigger
 * keeps anybody from saying so.
 */
export async function ageCommand(store: TestStore, id: string, seconds = 61): Promise<void> {
  const aged = 'UPDATE "Command" SET "writtenAt" = now() - make_interval(secs => $2) WHERE id = $1';
  await pastTriggers(store, aged, [id, seconds]);
}
