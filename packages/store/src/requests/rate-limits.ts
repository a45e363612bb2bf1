import type { Transaction } from '../database/transactions.ts';
import { countRows, firstRow, raw, sql, type Statement, type Store } from '../database/store.ts';

// Sliding windows. All times come from the database and are read after the row is locked, so that processes with
// different clocks get the same result and concurrent requests are admitted one at a time.

/** At most `count` hits within any `windowSeconds`. */
export interface Window {
  readonly count: number;
  readonly windowSeconds: number;
}

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/** Counts a hit if the window has room. Refused calls aren't counted. */
export async function acquireSlot(store: Store, key: string, window: Window): Promise<Admission> {
  // The statement looks first without a lock. Otherwise a flood of refused calls would hold every connection, all
  // waiting for one row.
  return toAdmission(
    await firstRow<Taken>(store)`
      WITH full_for AS MATERIALIZED (
        SELECT seconds FROM (${waitOf(key, window)}) waiting WHERE seconds IS NOT NULL
      ), taken AS (${takeSlot(key, window, sql`NOT EXISTS (SELECT FROM full_for)`)})
      SELECT admitted, "retryAfterSeconds" FROM taken UNION ALL SELECT false, seconds FROM full_for`,
  );
}

/** Like `acquireSlot`, within a transaction. The window's row stays locked until the transaction ends. */
export async function acquireSlotWithin(transaction: Transaction, key: string, window: Window): Promise<Admission> {
  const [taken] = await transaction.$queryRaw<Taken[]>(takeSlot(key, window));
  return toAdmission(taken ?? null);
}

/** Takes back the latest hit, for a request that failed. */
export async function releaseSlot(store: Store, key: string): Promise<void> {
  await countRows(store)`
    UPDATE "RateLimit" SET hits = trim_array(hits, 1) WHERE key = ${key} AND cardinality(hits) > 0`;
}

/**
 * Takes a token from a bucket that holds `count` tokens and refills within `windowSeconds`. The row stores only the
 * time at which the bucket will be full again, because a list of ten thousand hits would be rewritten for each hit.
 * Each token moves that time by `windowSeconds / count`. A token is available if that time is then at most
 * `windowSeconds` away. Concurrent callers wait for the row and read the clock once they have it.
 */
export async function acquireToken(store: Store, key: string, window: Window): Promise<Admission> {
  const length = lengthOf(window);
  const worth = sql`${length} / ${window.count}::int`;
  return toAdmission(
    await firstRow<Taken>(store)`
      INSERT INTO "RateLimit" AS r (key, hits) VALUES (${key}, ARRAY[clock_timestamp() + ${worth}])
      ON CONFLICT (key) DO UPDATE SET hits = (
        SELECT CASE WHEN t.next <= t.now + ${length} THEN ARRAY[t.next] ELSE r.hits END
        FROM (
          SELECT clock.now, greatest(clock.now, r.hits[1]) + ${worth} AS next
          FROM (SELECT clock_timestamp() AS now OFFSET 0) clock
        ) t
      )
      RETURNING
        coalesce(new.hits[1] > old.hits[1], true) AS admitted,
        greatest(1, ceil(extract(epoch FROM new.hits[1] + ${worth} - ${length} - clock_timestamp())))::int
          AS "retryAfterSeconds"`,
  );
}

/** Returns the seconds until the window has room, or null if it has room now. */
export async function secondsUntilFree(store: Store, key: string, window: Window): Promise<number | null> {
  const row = await firstRow<{ seconds: number | null }>(store)`${waitOf(key, window)}`;
  return row?.seconds ?? null;
}

/**
 * Returns the query for the `seconds` until a slot is free. The value is null if one is free now, and there is no row
 * if no slot was ever taken.
 */
function waitOf(key: string, window: Window): Statement {
  return sql`SELECT ${waitWhileFull('r.hits', window)} AS seconds FROM "RateLimit" r WHERE r.key = ${key}`;
}

/**
 * Returns the statement that takes a slot if the condition holds. Its row has `admitted`, `retryAfterSeconds`, and the
 * number of slots `taken` afterwards.
 *
 * The subselect runs after the row is locked, so its time is later than that of the previous holder. Each hit gets a
 * later time than the one before, even if the clock is set back. So the last time changes only if this statement was
 * admitted.
 */
export function takeSlot(key: string | Statement, window: Window, condition = raw('true')): Statement {
  return sql`INSERT INTO "RateLimit" AS r (key, hits) SELECT ${key}, ARRAY[clock_timestamp()] WHERE ${condition}
    ON CONFLICT (key) DO UPDATE SET hits = (
      SELECT CASE WHEN cardinality(kept.hits) < ${window.count}::int THEN kept.hits || t.now ELSE kept.hits END
      FROM (SELECT greatest(clock_timestamp(), r.hits[cardinality(r.hits)] + interval '1 microsecond') AS now) t,
        LATERAL (
          SELECT coalesce(array_agg(hit ORDER BY hit), '{}') AS hits
          FROM unnest(r.hits) hit WHERE hit > t.now - ${lengthOf(window)}
        ) kept
    )
    RETURNING
      coalesce(new.hits[cardinality(new.hits)] > old.hits[cardinality(old.hits)], true) AS admitted,
      greatest(1, ${waitUntil('new.hits', window)}) AS "retryAfterSeconds", cardinality(new.hits) AS taken`;
}

interface Taken {
  admitted: boolean;
  retryAfterSeconds: number;
}

function toAdmission(taken: Taken | null): Admission {
  const { admitted = false, retryAfterSeconds = 1 } = taken ?? {};
  return admitted ? { admitted } : { admitted, retryAfterSeconds };
}

function lengthOf({ windowSeconds }: Window): Statement {
  return sql`make_interval(secs => ${windowSeconds}::double precision)`;
}

/** The window is full until its `count`-th newest hit is as old as the window is long. */
function waitUntil(column: 'r.hits' | 'new.hits', window: Window): Statement {
  const hits = raw(column);
  return sql`ceil(extract(epoch FROM
    ${hits}[cardinality(${hits}) - ${window.count}::int + 1] + ${lengthOf(window)} - clock_timestamp()))::int`;
}

function waitWhileFull(column: 'r.hits' | 'new.hits', window: Window): Statement {
  const wait = waitUntil(column, window);
  return sql`CASE WHEN ${wait} > 0 THEN greatest(1, ${wait}) END`;
}
