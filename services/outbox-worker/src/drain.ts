import { setTimeout as pause } from 'node:timers/promises';
import type { Drained } from '@evict/temporal/outbox';
import { cancellationSignal, heartbeat } from '@temporalio/activity';

/** Rows that are due, and what is done with each. */
export interface Queue<Row, Outcome> {
  /**
   * Records what was sent, and claims as many due rows as may be sent beside those under way, or none at the end.
   * `isFull`: more may be due.
   */
  recordAndClaim: (
    outcomes: Outcome[],
    underWay: number | 'end',
    stopping: AbortSignal,
  ) => Promise<{ rows: Row[]; isFull: boolean }>;
  /** Sends one row. Rejects only when the signal aborts it, or with `Postponed`. */
  send: (row: Row, stopping: AbortSignal) => Promise<Outcome>;
  /** Returns a row whose sending was aborted. */
  release: (row: Row) => Promise<void>;
  /** Waits a moment, and returns whether rows are due. */
  look: () => Promise<boolean>;
  /** Called when nothing is under way: the milliseconds until the next row is due, null without any. */
  rest: () => Promise<number | null>;
}

/** Nothing of this queue can be sent for so many milliseconds. */
export class Postponed extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super('postponed');
    this.ms = ms;
  }
}

/** A queue that records each row as it is sent, at most `atOnce` at a time. */
export function eachByItself<Row>(
  atOnce: number,
  queue: { claim: (count: number) => Promise<Row[]> } & Pick<Queue<Row, void>, 'send' | 'release' | 'rest'>,
): Queue<Row, void> {
  return {
    ...queue,
    async recordAndClaim(_, underWay) {
      const count = underWay === 'end' ? 0 : atOnce - underWay;
      const rows = count > 0 ? await queue.claim(count) : [];
      return { rows, isFull: rows.length === count };
    },
    async look() {
      await pause(lookEveryMs);
      return ((await queue.rest()) ?? 1) <= 0;
    },
  };
}

/**
 * Sends what is due until nothing is, or until about half a minute has passed, or the worker stops. Rows whose turn comes
 * within a second are waited for.
 */
export async function drain<Row, Outcome>(queue: Queue<Row, Outcome>, isStopping: () => boolean): Promise<Drained> {
  const stopping = cancellationSignal();
  const beating = setInterval(() => heartbeat(), heartbeatEveryMs);
  try {
    return await drainUntil(queue, performance.now() + drainForMs, { stopping, isStopping });
  } finally {
    clearInterval(beating);
  }
}

/** The same until `endsAt`, a time of `performance.now()`. Everything sent is recorded before it ends, or once tried to be. */
export async function drainUntil<Row, Outcome>(
  queue: Queue<Row, Outcome>,
  endsAt: number,
  { stopping, isStopping }: { stopping: AbortSignal; isStopping: () => boolean },
): Promise<Drained> {
  const underWay = new Set<Promise<void>>();
  const outcomes: Outcome[] = [];
  let onEnd = () => {};
  const begin = (row: Row) => {
    const sending = queue
      .send(row, stopping)
      .then(
        (outcome) => void outcomes.push(outcome),
        (error: unknown) => {
          if (error instanceof Postponed) postponedMs = Math.max(postponedMs, error.ms);
          return queue.release(row);
        },
      )
      // Unreleased, it is due again when its lease ends.
      .catch(() => {})
      .finally(() => {
        underWay.delete(sending);
        onEnd();
      });
    underWay.add(sending);
  };
  let failure: unknown = null;
  let postponedMs = 0;
  const isOver = () =>
    failure !== null || postponedMs > 0 || stopping.aborted || isStopping() || performance.now() >= endsAt;
  for (let restAt = 0; ;) {
    const ended = new Promise<true>((resolve) => (onEnd = () => resolve(true)));
    try {
      const beside = isOver() ? 'end' : underWay.size;
      const { rows, isFull } = await queue.recordAndClaim(outcomes.splice(0), beside, stopping);
      rows.forEach(begin);
      if (rows.length > 0) restAt = performance.now() + lingerMs;
      // A place that becomes free is filled at once, whatever the others take.
      let isDue = isFull && underWay.size === 0;
      while (!isDue && (underWay.size > 0 || performance.now() < restAt) && !isOver()) {
        isDue = await Promise.race([ended, isFull ? pause(lookEveryMs, true) : queue.look()]);
      }
      if (underWay.size > 0 && isOver()) await ended;
      // What ended meanwhile is still to be recorded.
      if (underWay.size > 0 || outcomes.length > 0) continue;
      if (failure !== null) throw failure;
      if (isOver()) return { dueInMs: postponedMs };
      if (isDue) continue;
      const dueInMs = await queue.rest();
      if (dueInMs === null || dueInMs > soonMs) return { dueInMs };
      await pause(dueInMs);
    } catch (error) {
      // Those under way are recorded first.
      failure ??= error;
      if (underWay.size === 0 && outcomes.length === 0) throw failure;
    }
  }
}

const drainForMs = 30_000;
const heartbeatEveryMs = 1000;
/** New rows often follow soon: then neither a signal nor an activity is needed for them. */
const lingerMs = 1000;
export const lookEveryMs = 100;
/** Rows that are due within it are waited for. */
export const soonMs = 1000;
