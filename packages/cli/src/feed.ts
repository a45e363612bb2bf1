import { setTimeout as pause } from 'node:timers/promises';
import type { Client, FeedEvent } from '@evict/client';
import { failureOf, mayPass, wrongUsage } from './failures.ts';
import type { Terminal } from './terminal.ts';

/**
 * A position in the feed: on the page at `cursor`, after the event with the id `after`. If `after` is null, the
 * position is before the page's first event.
 */
export interface Place {
  cursor?: string | undefined;
  after: string | null;
}

const followEveryMs = 1000;
const longestPauseMs = 30_000;

/**
 * Waits before the next attempt. `failures` counts the failures in a row before the latest one. The wait starts at 0.1
 * s and doubles with each failure, up to half a minute. A random part of up to half is subtracted.
 */
export async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(longestPauseMs, 100 * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2);
  await pause(ms, undefined, { signal });
}

/**
 * Repeats an attempt that fails temporarily, until it succeeds or fails permanently. Tells the user about the first
 * failure.
 */
export async function persist<T>(attempt: () => Promise<T>, { terminal, signal }: Omit<Reading, 'follow'>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      if (failures === 0) terminal.tell(`${failureOf(error).message} Retrying.`);
      await backOff(failures, signal);
    }
  }
}

/**
 * Iterates over every event after a position, in the feed's order and without gaps. Each event comes with its own
 * position. Ends when there are no more events. With `follow` it never ends, but waits for new events and for an
 * unavailable server.
 */
export async function* eventsAfter(
  api: Client,
  { cursor, after }: Place,
  reading: Reading,
): AsyncGenerator<{ event: FeedEvent; place: Place }> {
  for (;;) {
    const { items, nextCursor } = await pageAt(api, cursor, reading);
    // If the event `after` no longer exists, it isn't found, and the whole page is yielded again.
    const done = items.findIndex(({ id }) => id === after);
    for (const event of items.slice(done + 1)) yield { event, place: { cursor, after: event.id } };
    if (items.length === 0 && !reading.follow) return;
    if (items.length === 0) await pause(followEveryMs, undefined, { signal: reading.signal });
    cursor = nextCursor;
    after = null;
  }
}

interface Reading {
  terminal: Terminal;
  signal: AbortSignal;
  /** Whether to wait for new events and for an unavailable server. */
  follow: boolean;
}

/**
 * Returns the position for `since`, which is an API cursor, `now`, or a time. A time stands for the position before the
 * first event at or after it. Throws a Failure for an invalid time.
 */
export async function placeOf(api: Client, since: string, reading: Reading): Promise<Place> {
  const isTime = /^\d{4}-\d\d-\d\d/u.test(since);
  if (isTime && Number.isNaN(Date.parse(since)))
    throw wrongUsage('--since takes a time such as 2026-07-01T09:00:00Z, `now`, or a cursor.');
  if (since !== 'now' && !isTime) return { cursor: since, after: null };
  const { nextCursor } = await pageAt(api, isTime ? new Date(since).toISOString() : since, reading);
  return { cursor: nextCursor, after: null };
}

async function pageAt(api: Client, cursor: string | undefined, { follow, ...where }: Reading) {
  const ask = () => api.listEventFeed({ cursor, limit: 100 }, { signal: where.signal });
  return follow ? persist(ask, where) : ask();
}
