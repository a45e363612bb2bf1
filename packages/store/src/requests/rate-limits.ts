import { poolOf, type Store } from '../database/store.ts';

// Sliding windows. Every time is the database's own, read after the row is locked: processes with clocks of their own
// count alike, and parallel requests are admitted one after the other.

/** At most `count` within any `windowSeconds`. */
export interface Window {
  readonly count: number;
  readonly windowSeconds: number;
}

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/** Takes a slot of the window if one is free; what is refused takes none. */
export async function acquireSlot(store: Store, key: string, window: Window): Promise<Admission> {
  // To look takes no lock: a flood of what is refused would hold every connection of the pool, each in wait for one row.
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

/** Gives back a slot that was taken for what came to nothing. */
export async function releaseSlot(store: Store, key: string): Promise<void> {
  await poolOf(store).query({
    name: 'rate-limit-return',
    text: `UPDATE "RateLimit" SET hits = trim_array(hits, 1) WHERE key = $1 AND cardinality(hits) > 0`,
    values: [key],
  });
}

/**
 * Takes a token of a bucket that holds `count` and fills within `windowSeconds`. Its row holds one time, at which the
 * bucket is full again: a window of ten thousand hits would be written anew with each of them.
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

/** The seconds until a slot is free; null where one is free now. */
export async function secondsUntilFree(store: Store, key: string, window: Window): Promise<number | null> {
  const { rows } = await poolOf(store).query<{ retryAfterSeconds: number | null }>({
    name: 'rate-limit-look',
    text: `SELECT ${waitWhileFull('r.hits')} AS "retryAfterSeconds" FROM "RateLimit" r WHERE r.key = $1`,
    values: [key, window.count, window.windowSeconds],
  });
  return rows[0]?.retryAfterSeconds ?? null;
}

/** Empties the window, unless it is full: then it is left as it is and the seconds until a slot is free are returned. */
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

/** Of the hits $2 from the end decides: the window is full until it is $3 seconds old. */
function waitUntil(hits: string): string {
  return `ceil(extract(epoch FROM ${hits}[cardinality(${hits}) - $2::int + 1] + ${length} - clock_timestamp()))::int`;
}

function waitWhileFull(hits: string): string {
  return `CASE WHEN ${waitUntil(hits)} > 0 THEN greatest(1, ${waitUntil(hits)}) END`;
}

/**
 * Takes a slot: $1 key, $2 count, $3 seconds; gives `admitted` and `retryAfterSeconds`.
 *
 * The subselect is evaluated once the row is locked, so its time is later than that of whoever held the lock before.
 * A hit always gets a later time than the one before it, even if the clock is set back: the last time has changed
 * exactly when this statement was admitted.
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
 * Takes a token: $1 key, $2 count, $3 seconds. A token is worth $3 / $2 seconds; there is one while the bucket, after it,
 * is full again within $3 seconds. Parallel takers wait for the row, and read the clock once they have it.
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
