import { poolOf, type Store } from '../database/store.ts';

// Sliding windows. All times are the database's own, read after the row is locked: processes with different clocks
// count alike, and parallel requests are admitted one after the other.

/** At most `count` within any `windowSeconds`. */
export interface Window {
  readonly count: number;
  readonly windowSeconds: number;
}

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/** Takes a slot of the window if one is free. A refused call takes none. */
export async function acquireSlot(store: Store, key: string, window: Window): Promise<Admission> {
  // Check first without a lock: otherwise a flood of refused calls would hold every connection, all waiting for one
  // row.
  const retryAfter = await secondsUntilFree(store, key, window);
  if (retryAfter !== null) return { admitted: false, retryAfterSeconds: retryAfter };
  const { rows } = await poolOf(store).query<{ admitted: boolean; retryAfterSeconds: number }>({
    name: 'rate-limit-take',
    text: acquireSlotStatement,
    values: [key, window.count, window.windowSeconds],
  });
  const { admitted = false, retryAfterSeconds = 1 } = rows[0] ?? {};
  return admitted ? { admitted } : { admitted, retryAfterSeconds };
}

/** Returns a slot that was taken for a failed request. */
export async function releaseSlot(store: Store, key: string): Promise<void> {
  await poolOf(store).query({
    name: 'rate-limit-return',
    text: `UPDATE "RateLimit" SET hits = trim_array(hits, 1) WHERE key = $1 AND cardinality(hits) > 0`,
    values: [key],
  });
}

/**
 * Takes a token from a bucket that holds `count` and refills within `windowSeconds`. Its row holds only the time at
 * which the bucket is full again: a window of ten thousand hits would be rewritten for each of them.
 */
export async function acquireToken(store: Store, key: string, window: Window): Promise<Admission> {
  const { rows } = await poolOf(store).query<{ admitted: boolean; retryAfterSeconds: number }>({
    name: 'rate-limit-token',
    text: acquireTokenStatement,
    values: [key, window.count, window.windowSeconds],
  });
  const { admitted = false, retryAfterSeconds = 1 } = rows[0] ?? {};
  return admitted ? { admitted } : { admitted, retryAfterSeconds };
}

/** The seconds until a slot is free; null if one is free now. */
export async function secondsUntilFree(store: Store, key: string, window: Window): Promise<number | null> {
  const { rows } = await poolOf(store).query<{ retryAfterSeconds: number | null }>({
    name: 'rate-limit-look',
    text: `SELECT ${waitWhileFull('r.hits')} AS "retryAfterSeconds" FROM "RateLimit" r WHERE r.key = $1`,
    values: [key, window.count, window.windowSeconds],
  });
  return rows[0]?.retryAfterSeconds ?? null;
}

/** Empties the window unless it is full. Returns the seconds until a slot is free if it is full, and null otherwise. */
export async function clearUnlessFull(store: Store, key: string, window: Window): Promise<number | null> {
  const { rows } = await poolOf(store).query<{ retryAfterSeconds: number | null }>({
    name: 'rate-limit-clear',
    text: `UPDATE "RateLimit" r SET hits = CASE WHEN ${waitWhileFull('r.hits')} IS NULL THEN '{}' ELSE r.hits END
      WHERE r.key = $1 RETURNING ${waitWhileFull('new.hits')} AS "retryAfterSeconds"`,
    values: [key, window.count, window.windowSeconds],
  });
  return rows[0]?.retryAfterSeconds ?? null;
}

const length = `make_interval(secs => $3::double precision)`;

/** The window is full until the hit at position $2 from the end is $3 seconds old. */
function waitUntil(hits: string): string {
  return `ceil(extract(epoch FROM ${hits}[cardinality(${hits}) - $2::int + 1] + ${length} - clock_timestamp()))::int`;
}

function waitWhileFull(hits: string): string {
  return `CASE WHEN ${waitUntil(hits)} > 0 THEN greatest(1, ${waitUntil(hits)}) END`;
}

/**
 * Takes a slot: $1 key, $2 count, $3 seconds; returns `admitted` and `retryAfterSeconds`.
 *
 * The subselect runs after the row is locked, so that its time is later than that of the previous holder. Each hit gets
 * a later time than the one before, even if the clock is set back: the last time changes exactly if this statement was
 * admitted.
 */
export const acquireSlotStatement = `INSERT INTO "RateLimit" AS r (key, hits) VALUES ($1, ARRAY[clock_timestamp()])
  ON CONFLICT (key) DO UPDATE SET hits = (
    SELECT CASE WHEN cardinality(kept.hits) < $2::int THEN kept.hits || t.now ELSE kept.hits END
    FROM (SELECT greatest(clock_timestamp(), r.hits[cardinality(r.hits)] + interval '1 microsecond') AS now) t,
      LATERAL (
        SELECT coalesce(array_agg(hit ORDER BY hit), '{}') AS hits FROM unnest(r.hits) hit WHERE hit > t.now - ${length}
      ) kept
  )
  RETURNING
    coalesce(new.hits[cardinality(new.hits)] > old.hits[cardinality(old.hits)], true) AS admitted,
    greatest(1, ${waitUntil('new.hits')}) AS "retryAfterSeconds"`;

/**
 * Takes a token: $1 key, $2 count, $3 seconds. A token is worth $3 / $2 seconds; one is available if the bucket without
 * it is full again within $3 seconds. Parallel callers wait for the row and read the clock once they have it.
 */
const acquireTokenStatement = `INSERT INTO "RateLimit" AS r (key, hits)
  VALUES ($1, ARRAY[clock_timestamp() + ${length} / $2::int])
  ON CONFLICT (key) DO UPDATE SET hits = (
    SELECT CASE WHEN t.next <= t.now + ${length} THEN ARRAY[t.next] ELSE r.hits END
    FROM (
      SELECT clock.now, greatest(clock.now, r.hits[1]) + ${length} / $2::int AS next
      FROM (SELECT clock_timestamp() AS now OFFSET 0) clock
    ) t
  )
  RETURNING
    coalesce(new.hits[1] > old.hits[1], true) AS admitted,
    greatest(1, ceil(extract(epoch FROM new.hits[1] + ${length} / $2::int - ${length} - clock_timestamp())))::int
      AS "retryAfterSeconds"`;
