import { isDatabaseUnavailable } from '@evict/store/database';
import type { Claimed, OutboxKind } from '@evict/store/outbox';
import { errorClass, type Logger } from '@evict/telemetry';

/** A table of rows that fall due, and how each row is sent. */
export interface Outbox<Row, Outcome> {
  kind: OutboxKind;
  /** The maximum number of rows in progress. */
  atOnce: number;
  /** Claims up to `count` due rows in addition to those in progress. */
  claim: (count: number, underWay: ReadonlySet<Row>) => Promise<Claimed<Row>>;
  /** Sends one row. Rejects only if the signal aborts it. Everything else, including a failure, is an outcome. */
  send: (row: Row, aborted: AbortSignal) => Promise<Outcome>;
  /** Records outcomes. Returns those that couldn't be recorded, with the errors. */
  record: (outcomes: readonly Outcome[]) => Promise<Unrecorded<Outcome>[]>;
  /** Makes rows due again after sending them was aborted. */
  release: (rows: readonly Row[]) => Promise<void>;
}

export interface Unrecorded<Outcome> {
  outcome: Outcome;
  error: unknown;
}

/** Records each outcome separately, so that one that can't be recorded doesn't hold up the others. */
export function eachByItself<Outcome>(record: (outcome: Outcome) => Promise<void>): Outbox<never, Outcome>['record'] {
  return async (outcomes) => {
    const results = await Promise.allSettled(outcomes.map(record));
    return outcomes.flatMap((outcome, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ outcome, error: result.reason as unknown }] : [];
    });
  };
}

/** A loop that sends the rows of one outbox. */
export interface OutboxLoop {
  /** Runs the loop. Resolves when it has stopped and everything that it sent is recorded. */
  run: () => Promise<void>;
  /** Looks for due rows now. */
  wake: () => void;
  /** Stops claiming rows. */
  stop: () => void;
  /** Aborts everything that is still being sent. */
  abort: () => void;
}

/**
 * Creates a loop that claims due rows, sends them, and records their outcomes. While no row is due, it sleeps until the
 * next one is or `wake` is called, but for `lookEveryMs` at most. It queries at most fifty times a second. After a
 * database error, it pauses for a moment.
 */
export function createLoop<Row, Outcome>(
  outbox: Outbox<Row, Outcome>,
  { lookEveryMs = 30_000, logger }: { lookEveryMs?: number | undefined; logger: Logger },
): OutboxLoop {
  const { kind, atOnce } = outbox;
  const underWay = new Set<Row>();
  const outcomes = new Set<Outcome>();
  const unsent: Row[] = [];
  const stopped = new AbortController();
  const aborted = new AbortController();
  const bell = createBell();
  let failedRecords = 0;

  const warn = (error: unknown, message: string) => logger.warn({ outbox: kind, failure: errorClass(error) }, message);

  async function send(row: Row): Promise<void> {
    try {
      outcomes.add(await outbox.send(row, aborted.signal));
    } catch (error) {
      if (!aborted.signal.aborted) warn(error, 'sending failed; the row is due again when its lease ends');
      else unsent.push(row);
    } finally {
      underWay.delete(row);
      bell.ring();
    }
  }

  /**
   * Records outcomes. Those that can't be recorded are retried in later rounds: as long as the worker runs if the
   * database is unavailable, and ten times after any other error. After that, the row is sent again when its lease
   * ends.
   */
  async function recordOutcomes(): Promise<void> {
    if (outcomes.size === 0) return;
    const sent = [...outcomes];
    const failures = await outbox.record(sent);
    const failed = new Set(failures.map(({ outcome }) => outcome));
    for (const outcome of sent) if (!failed.has(outcome)) outcomes.delete(outcome);
    const [first] = failures;
    const final = failures.filter(({ error }) => stopped.signal.aborted || !isDatabaseUnavailable(error));
    failedRecords = final.length === 0 ? 0 : failedRecords + 1;
    if (failedRecords < recordTries) {
      if (first) throw first.error;
      return;
    }
    failedRecords = 0;
    for (const { outcome, error } of final) {
      warn(error, 'outcome could not be recorded; the row is sent again when its lease ends');
      outcomes.delete(outcome);
    }
  }

  /** Releases aborted rows. Rows that can't be released are due again when their lease ends. */
  async function releaseUnsent(): Promise<void> {
    if (unsent.length > 0) await outbox.release(unsent.splice(0)).catch(() => {});
  }

  /** Runs one round. Returns how long to sleep, in milliseconds. */
  async function turn(): Promise<number> {
    await releaseUnsent();
    await recordOutcomes();
    const count = atOnce - underWay.size;
    if (stopped.signal.aborted) return underWay.size > 0 ? lookEveryMs : 0;
    if (count === 0) return lookEveryMs;
    const { rows, nextInMs } = await outbox.claim(count, underWay);
    for (const row of rows) {
      underWay.add(row);
      void send(row);
    }
    return rows.length > 0 ? 0 : Math.min(nextInMs ?? lookEveryMs, lookEveryMs);
  }

  return {
    async run() {
      let nextTurnAt = 0;
      while (!stopped.signal.aborted || underWay.size + outcomes.size + unsent.length > 0) {
        await pause(nextTurnAt - performance.now());
        nextTurnAt = performance.now() + turnEveryMs;
        try {
          await bell.sleep(await turn());
        } catch (error) {
          warn(error, 'outbox interrupted; retrying');
          await pause(retryAfterMs);
        }
      }
    },
    wake: bell.ring,
    stop() {
      stopped.abort();
      bell.ring();
    },
    abort: () => aborted.abort(),
  };
}

const retryAfterMs = 1000;
const recordTries = 10;
/** The shortest interval between rounds, so that completions and notifications in quick succession share one claim. */
const turnEveryMs = 20;

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Creates a bell that wakes one sleeper. Ringing it while nobody sleeps ends the next sleep at once. */
function createBell() {
  let hasRung = false;
  let wake = () => {};
  return {
    ring: () => {
      hasRung = true;
      wake();
    },
    sleep: async (ms: number): Promise<void> => {
      if (!hasRung && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
