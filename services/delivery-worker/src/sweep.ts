import { setTimeout } from 'node:timers/promises';
import { listOverdueDeliveries, listUnsettledCharges, listUntriedMails, type Store } from '@evict/store';
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

/**
 * Again and again until the signal: starts what was recorded and never started, because a process died between the
 * commit and the start, or Temporal was away. What has been started already stays as it is.
 */
export async function sweep(deps: SweepDeps, { everyMs, olderThanMs }: SweepTimes, signal: AbortSignal): Promise<void> {
  const sources = sourcesOf(deps, olderThanMs);
  while (!signal.aborted) {
    for (const source of sources) {
      try {
        await startAll(source, signal);
      } catch (error) {
        const failure = error instanceof Error ? error.name : typeof error;
        deps.logger.warn({ failure, what: source.what }, 'sweep broken off');
      }
    }
    await setTimeout(everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

/** One kind of thing that may have been left lying. */
interface Source {
  what: string;
  /** Ids in order: the next ones after an id, at most `count`. */
  list: (page: { after: string; count: number }) => Promise<string[]>;
  start: (id: string) => Promise<void>;
}

function sourcesOf({ store, deliveries }: SweepDeps, olderThanMs: number): Source[] {
  return [
    {
      what: 'mails',
      list: (page) => listUntriedMails(store, { olderThanMs, ...page }),
      start: (id) => deliveries.startMail(id),
    },
    {
      // What was started may have ended before all was settled: these are started again.
      what: 'charges',
      list: (page) => listUnsettledCharges(store, page),
      start: (id) => deliveries.startRefund(id),
    },
    {
      what: 'webhooks',
      list: (page) => listOverdueDeliveries(store, { overdueMs: olderThanMs, ...page }),
      start: (id) => deliveries.startWebhook(id),
    },
  ];
}

async function startAll({ list, start }: Source, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const ids = await list({ after, count: pageSize });
    for (let first = 0; first < ids.length && !signal.aborted; first += startsAtOnce) {
      await Promise.all(ids.slice(first, first + startsAtOnce).map(start));
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

const pageSize = 100;
const startsAtOnce = 10;
