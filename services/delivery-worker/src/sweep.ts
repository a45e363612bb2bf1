import { setTimeout } from 'node:timers/promises';
import {
  listOverdueDeliveries,
  listUnsettledCharges,
  listUntoldMailFailures,
  listUntriedMails,
  type Store,
} from '@evict/store';
import type { Logger } from '@evict/telemetry';
import type { DeliveryClient } from '@evict/temporal';
import { tellCase, type TellCaseDeps } from './mail/tell-case.ts';

export interface SweepDeps extends TellCaseDeps {
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
 * commit and the start, or Temporal was away. What has been started already stays as it is. Webhooks, whose first try is
 * promised at once, have times of their own.
 */
export async function sweep(deps: SweepDeps, times: SweepTimes, signal: AbortSignal): Promise<void> {
  await Promise.all(sourcesOf(deps, times).map((source) => sweepOne(deps.logger, source, signal)));
}

async function sweepOne(logger: Logger, source: Source, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await startAll(source, signal);
    } catch (error) {
      const failure = error instanceof Error ? error.name : typeof error;
      logger.warn({ failure, what: source.what }, 'sweep broken off');
    }
    await setTimeout(source.everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

/** One kind of thing that may have been left lying. */
interface Source {
  what: string;
  everyMs: number;
  /** Ids in order: the next ones after an id, at most `count`. */
  list: (page: { after: string; count: number }) => Promise<string[]>;
  start: (id: string) => Promise<void>;
}

function sourcesOf(deps: SweepDeps, { everyMs, olderThanMs }: SweepTimes): Source[] {
  const { store, deliveries } = deps;
  return [
    {
      what: 'mails',
      everyMs,
      list: (page) => listUntriedMails(store, { olderThanMs, ...page }),
      start: (id) => deliveries.startMail(id),
    },
    {
      // Told again until the case has it on record, but seldom: a case worker may be away for long.
      what: 'failed mails',
      everyMs,
      list: (page) => listUntoldMailFailures(store, { olderThanMs, ...page }),
      start: unlessLately((id) => tellCase(deps, id), toldAgainAfterMs),
    },
    {
      // What was started may have ended before all was settled: these are started again.
      what: 'charges',
      everyMs,
      list: (page) => listUnsettledCharges(store, page),
      start: (id) => deliveries.startRefund(id),
    },
    {
      what: 'webhooks',
      everyMs: webhookTimes.everyMs,
      list: (page) => listOverdueDeliveries(store, { overdueMs: webhookTimes.olderThanMs, ...page }),
      start: unlessLately((id) => deliveries.startWebhook(id)),
    },
  ];
}

const webhookTimes: SweepTimes = { everyMs: 5000, olderThanMs: 10_000 };

/** Where much is overdue Temporal has enough to do: what it was given here is left to it for a while. */
function unlessLately(start: Source['start'], leftAloneMs = 60_000): Source['start'] {
  const startedAt = new Map<string, number>();
  return async (id) => {
    const now = performance.now();
    for (const [oldest, at] of startedAt) {
      if (now - at < leftAloneMs) break;
      startedAt.delete(oldest);
    }
    if (startedAt.has(id)) return;
    await start(id);
    startedAt.set(id, now);
  };
}

const toldAgainAfterMs = 600_000;

async function startAll({ list, start }: Source, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const ids = await list({ after, count: pageSize });
    for (let first = 0; first < ids.length && !signal.aborted; first += startsAtOnce) {
      const outcomes = await Promise.allSettled(ids.slice(first, first + startsAtOnce).map(start));
      // One that cannot be started now holds up no other; where none can, Temporal is away.
      const [failed, ...others] = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed && others.length + 1 === outcomes.length) throw failed.reason;
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

const pageSize = 100;
const startsAtOnce = 10;
