import { setTimeout as pause } from 'node:timers/promises';
import type { Drained } from '@evict/temporal/outbox';
import { cancellationSignal, heartbeat } from '@temporalio/activity';

/** Rows that are due, and what is done with each. */
export interface Queue<Row, Outcome> {
  /** Claims due rows: as many as may be sent beside those under way. */
  claim: (underWay: number) => Promise<Row[]>;
  /** Sends one row. Rejects only when the signal aborts it. */
  send: (row: Row, stopping: AbortSignal) => Promise<Outcome>;
  /** Records what was sent. */
  record: (outcomes: Outcome[]) => Promise<void>;
  /** Returns a row whose sending was aborted. */
  release: (row: Row) => Promise<void>;
  /** Called when nothing is under way: the milliseconds until the next row is due, null without any. */
  rest: () => Promise<number | null>;
}

/** A queue that records each row as it is sent, at most `atOnce` at a time. */
export function eachByItself<Row>(
  atOnce: number,
  queue: { claim: (count: number) => Promise<Row[]> } & Pick<Queue<Row, void>, 'send' | 'release' | 'rest'>,
): Queue<Row, void> {
  return {
    ...queue,
    claim: (underWay) => (underWay < atOnce ? queue.claim(atOnce - underWay) : Promise.resolve([])),
    record: async () => {},
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
  const begin = (row: Row) => {
    const sending = queue
      .send(row, stopping)
      .then(
        (outcome) => void outcomes.push(outcome),
        () => queue.release(row),
      )
      // Unreleased, it is due again when its lease ends.
      .catch(() => {})
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  // What ended while rows were being claimed or recorded is still to be recorded.
  const isIdle = () => underWay.size === 0 && outcomes.length === 0;
  for (let failure: unknown = null; ;) {
    const isOver = failure !== null || stopping.aborted || isStopping() || performance.now() >= endsAt;
    try {
      if (!isOver) (await queue.claim(underWay.size)).forEach(begin);
      if (isIdle()) {
        if (failure !== null) throw failure;
        if (isOver) return { dueInMs: 0 };
        const dueInMs = await queue.rest();
        if (dueInMs === null || dueInMs > soonMs) return { dueInMs };
        await pause(Math.max(0, dueInMs));
        continue;
      }
      // A slow one delays neither the record of the others nor what becomes due meanwhile.
      await Promise.race([Promise.all(underWay), pause(lookEveryMs)]);
      if (outcomes.length > 0) await queue.record(outcomes.splice(0));
    } catch (error) {
      if (isIdle()) throw error;
      // Those under way are recorded first.
      failure = error;
    }
  }
}

const drainForMs = 30_000;
const heartbeatEveryMs = 1000;
const lookEveryMs = 200;
const soonMs = 1000;
