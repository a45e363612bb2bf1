import { setTimeout } from 'node:timers/promises';
import { deleteOldRows, type OldRows, type Store } from '@evict/store';
import type { Logger } from '@evict/telemetry';

export interface HousekeepingDeps {
  store: Store;
  logger: Logger;
  /** Between two rounds. */
  housekeepingEveryMs?: number;
}

const tables: readonly OldRows[] = ['RateLimit', 'PasswordReset', 'Mail', 'WebhookDelivery'];
const HOUR_MS = 3_600_000;
const rowsAtOnce = 500;

/** Again and again until the signal: deletes the rows that nothing asks for any more. */
export async function keepHouse(
  { store, logger, housekeepingEveryMs = HOUR_MS }: HousekeepingDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const table of tables) {
      try {
        await deleteAllOld(store, table, signal);
      } catch (error) {
        const failure = error instanceof Error ? error.name : typeof error;
        logger.warn({ failure, table }, 'housekeeping broken off');
      }
    }
    await setTimeout(housekeepingEveryMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

/** In small statements, so that nobody waits for their locks. */
async function deleteAllOld(store: Store, table: OldRows, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteOldRows(store, table, rowsAtOnce)) === rowsAtOnce);
}
