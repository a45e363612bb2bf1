import { setTimeout } from 'node:timers/promises';
import { listUntriedMails, type Store } from '@evict/store';
import type { Logger } from '@evict/telemetry';
import type { DeliveryClient } from '@evict/temporal';

export interface SweepDeps {
  store: Store;
  deliveries: DeliveryClient;
  logger: Logger;
}

export interface SweepTimes {
  everyMs: number;
  /** What is younger is left to whoever recorded it. */
  olderThanMs: number;
}

const pageSize = 100;

/**
 * Again and again until the signal: starts every mail that was recorded and never tried, because a gateway died between
 * the commit and the start, or Temporal was away. What has been started already stays as it is.
 */
export async function sweep(deps: SweepDeps, { everyMs, olderThanMs }: SweepTimes, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await startUntried(deps, olderThanMs, signal);
    } catch (error) {
      deps.logger.warn({ failure: error instanceof Error ? error.name : typeof error }, 'sweep of mail broken off');
    }
    await setTimeout(everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

async function startUntried({ store, deliveries }: SweepDeps, olderThanMs: number, signal: AbortSignal): Promise<void> {
  let page = await listUntriedMails(store, { olderThanMs, count: pageSize });
  while (page.length > 0 && !signal.aborted) {
    for (const id of page) await deliveries.startMail(id);
    page = await listUntriedMails(store, { olderThanMs, after: page.at(-1) ?? '', count: pageSize });
  }
}
