import { setTimeout } from 'node:timers/promises';
import type { Mode } from '@evict/case-model';
import { listUnsettledCharges } from '@evict/store/charges';
import type { DueRow, Store } from '@evict/store/database';
import { listDueMails, listUnreportedMailFailures } from '@evict/store/mails';
import { listStartableDeliveries, type StartableDelivery } from '@evict/store/webhooks';
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
interface Source<Item extends { id: string } = { id: string }> {
  what: string;
  everyMs: number;
  /** In order: the next ones after an item, or the first ones, at most `count`. */
  list: (page: { after: Item | null; count: number }) => Promise<Item[]>;
  start: (item: Item) => Promise<void>;
}

/** Sources of items of their own types, held alike. */
function alike<Item extends { id: string }>(of: Source<Item>): Source {
  return of as unknown as Source;
}

/** Items that are known by their ids alone. */
function byId(list: (page: { after: string; count: number }) => Promise<string[]>): Source['list'] {
  return async ({ after, count }) => (await list({ after: after?.id ?? '', count })).map((id) => ({ id }));
}

function sourcesOf(deps: SweepDeps, { everyMs, olderThanMs }: SweepTimes): Source[] {
  const { store, deliveries } = deps;
  return [
    alike({
      // New ones, and those whose next try is due and that Temporal has lost.
      what: 'mails',
      everyMs,
      list: (page: { after: DueRow | null; count: number }) => listDueMails(store, { overdueMs: olderThanMs, ...page }),
      start: unlessLately(({ id }) => deliveries.startMail(id)),
    }),
    {
      // Told again until the case has it on record, but seldom: a case worker may be away for long.
      what: 'failed mails',
      everyMs,
      list: byId((page) => listUnreportedMailFailures(store, { olderThanMs, ...page })),
      start: unlessLately(({ id }) => tellCase(deps, id), toldAgainAfterMs),
    },
    {
      // What was started may have ended before all was settled: these are started again.
      what: 'charges',
      everyMs,
      list: byId((page) => listUnsettledCharges(store, page)),
      start: ({ id }) => deliveries.startRefund(id),
    },
    webhookSource(deps, 'live'),
    webhookSource(deps, 'test'),
  ];
}

/** Live and test ones apart, so that no number of test ones is in the way of live ones. */
function webhookSource({ store, deliveries }: SweepDeps, mode: Mode): Source {
  const { everyMs, olderThanMs: overdueMs, leftAloneMs } = webhookTimes;
  return alike({
    what: `${mode} webhooks`,
    everyMs,
    list: (page: { after: StartableDelivery | null; count: number }) =>
      listStartableDeliveries(store, { mode, overdueMs, ...page }),
    start: unlessLately((due: StartableDelivery) => deliveries.startWebhook(due.id, due), leftAloneMs),
  });
}

/** Often: what was postponed is due at its time, and what has no room in Temporal is due already. */
const webhookTimes = { everyMs: 1000, olderThanMs: 10_000, leftAloneMs: 20_000 };

/**
 * Where much is overdue Temporal has enough to do: what it was given here is left to it for a while, unless it has been
 * postponed since.
 */
function unlessLately<Item extends { id: string; dueAt?: Date }>(
  start: (item: Item) => Promise<void>,
  leftAloneMs = 60_000,
): (item: Item) => Promise<void> {
  const startedAt = new Map<string, number>();
  return async (item) => {
    const now = performance.now();
    for (const [oldest, at] of startedAt) {
      if (now - at < leftAloneMs) break;
      startedAt.delete(oldest);
    }
    const key = `${item.id} ${item.dueAt?.getTime()}`;
    if (startedAt.has(key)) return;
    await start(item);
    startedAt.set(key, now);
  };
}

const toldAgainAfterMs = 600_000;

async function startAll({ list, start }: Source, signal: AbortSignal): Promise<void> {
  for (let after: { id: string } | null = null; !signal.aborted;) {
    const items: { id: string }[] = await list({ after, count: pageSize });
    for (let first = 0; first < items.length && !signal.aborted; first += startsAtOnce) {
      const outcomes = await Promise.allSettled(items.slice(first, first + startsAtOnce).map(start));
      // One that cannot be started now holds up no other; where none can, Temporal is away.
      const [failed, ...others] = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed && others.length + 1 === outcomes.length) throw failed.reason;
    }
    after = items.at(-1) ?? null;
    if (after === null) return;
  }
}

const pageSize = 100;
const startsAtOnce = 10;
