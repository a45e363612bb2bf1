import { setTimeout } from 'node:timers/promises';
import type { Mode } from '@evict/case-model';
import { listUnsettledCharges } from '@evict/store/charges';
import type { DueRow, Store } from '@evict/store/database';
import { listDueMails, listUnreportedMailFailures } from '@evict/store/mails';
import { listStartableDeliveries, type StartableDelivery } from '@evict/store/webhooks';
import type { Logger } from '@evict/telemetry';
import type { DeliveryClient } from '@evict/temporal';
import { reportMailFailure, type ReportMailFailureDeps } from './mail/report-mail-failure.ts';

export interface SweepDeps extends ReportMailFailureDeps {
  store: Store;
  deliveries: DeliveryClient;
  logger: Logger;
}

export interface SweepTimes {
  everyMs: number;
  /** Younger rows are started by the process that recorded them. */
  olderThanMs: number;
}

/**
 * Until the signal, starts again and again what was recorded and never started: a process died between the commit and
 * the start, or Temporal was unavailable. Starting twice has no effect. Webhooks have an interval of their own, because
 * their first attempt is promised at once.
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
      logger.warn({ failure, what: source.what }, 'sweep interrupted');
    }
    await setTimeout(source.everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

/** One kind of row that may not have been started. */
interface Source<Item extends { id: string } = { id: string }> {
  what: string;
  everyMs: number;
  /** The next page in order: at most `count` items after `after`, or the first ones. */
  list: (page: { after: Item | null; count: number }) => Promise<Item[]>;
  start: (item: Item) => Promise<void>;
}

/** Drops the item type of a source, so that all fit in one list. */
function untyped<Item extends { id: string }>(of: Source<Item>): Source {
  return of as unknown as Source;
}

/** A page of items that are ids. */
function byId(list: (page: { after: string; count: number }) => Promise<string[]>): Source['list'] {
  return async ({ after, count }) => (await list({ after: after?.id ?? '', count })).map((id) => ({ id }));
}

function sourcesOf(deps: SweepDeps, { everyMs, olderThanMs }: SweepTimes): Source[] {
  const { store, deliveries } = deps;
  return [
    untyped({
      // Never started, or due again and lost by Temporal.
      what: 'mails',
      everyMs,
      list: (page: { after: DueRow | null; count: number }) => listDueMails(store, { overdueMs: olderThanMs, ...page }),
      start: unlessRecent(({ id }) => deliveries.startMail(id)),
    }),
    {
      // Repeated until the case has recorded it, but seldom: case workers may be down for long.
      what: 'failed mails',
      everyMs,
      list: byId((page) => listUnreportedMailFailures(store, { olderThanMs, ...page })),
      start: unlessRecent(({ id }) => reportMailFailure(deps, id), reportAgainAfterMs),
    },
    {
      // An activity can end before its charge is settled: it is started again.
      what: 'charges',
      everyMs,
      list: byId((page) => listUnsettledCharges(store, page)),
      start: ({ id }) => deliveries.startRefund(id),
    },
    webhookSource(deps, 'live'),
    webhookSource(deps, 'test'),
  ];
}

/** One source per mode, so that test deliveries never delay live ones. */
function webhookSource({ store, deliveries }: SweepDeps, mode: Mode): Source {
  const { everyMs, olderThanMs: overdueMs, cooldownMs } = webhookTimes;
  return untyped({
    what: `${mode} webhooks`,
    everyMs,
    list: (page: { after: StartableDelivery | null; count: number }) =>
      listStartableDeliveries(store, { mode, overdueMs, ...page }),
    start: unlessRecent((due: StartableDelivery) => deliveries.startWebhook(due.id, due), cooldownMs),
  });
}

/** Often, because postponed deliveries are started here when they are due. */
const webhookTimes = { everyMs: 1000, olderThanMs: 10_000, cooldownMs: 20_000 };

/**
 * Skips an item that was started within the cooldown, unless it has been postponed since: under a backlog, starting it
 * again would only add load to Temporal.
 */
function unlessRecent<Item extends { id: string; dueAt?: Date }>(
  start: (item: Item) => Promise<void>,
  cooldownMs = 60_000,
): (item: Item) => Promise<void> {
  const startedAt = new Map<string, number>();
  return async (item) => {
    const now = performance.now();
    for (const [oldest, at] of startedAt) {
      if (now - at < cooldownMs) break;
      startedAt.delete(oldest);
    }
    const key = `${item.id} ${item.dueAt?.getTime()}`;
    if (startedAt.has(key)) return;
    await start(item);
    startedAt.set(key, now);
  };
}

const reportAgainAfterMs = 600_000;

async function startAll({ list, start }: Source, signal: AbortSignal): Promise<void> {
  for (let after: { id: string } | null = null; !signal.aborted;) {
    const items: { id: string }[] = await list({ after, count: pageSize });
    for (let first = 0; first < items.length && !signal.aborted; first += startConcurrency) {
      const outcomes = await Promise.allSettled(items.slice(first, first + startConcurrency).map(start));
      // One failure does not block the others; if all fail, Temporal is unavailable.
      const [failed, ...others] = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed && others.length + 1 === outcomes.length) throw failed.reason;
    }
    after = items.at(-1) ?? null;
    if (after === null) return;
  }
}

const pageSize = 100;
const startConcurrency = 10;
