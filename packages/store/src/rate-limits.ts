import type { Store } from './store.ts';

// Sliding windows. Every time is the database's own, read after the row is locked: processes with clocks of their own
// count alike, and parallel requests are admitted one after the other.

/** At most `count` within any `windowSeconds`. */
export interface Window {
  readonly count: number;
  readonly windowSeconds: number;
}

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number };

/** Takes a place in the window if one is free; what is refused takes none. */
export async function takePlace({ pool }: Store, key: string, window: Window): Promise<Admission> {
  const { rows } = await pool.query<{ admitted: boolean; retryAfterSeconds: number }>({
    name: 'rate-limit-take',
    text: takePlaceStatement,
    values: [key, window.count, window.windowSeconds],
  });
  const { admitted = false, retryAfterSeconds = 1 } = rows[0] ?? {};
  return admitted ? { admitted } : { admitted, retryAfterSeconds };
}

/** The seconds until a place is free; null where one is free now. */
export async function secondsUntilFree({ pool }: Store, key: string, window: Window): Promise<number | null> {
  const { rows } = await pool.query<{ retryAfterSeconds: number | null }>({
    name: 'rate-limit-look',
    text: `SELECT ${waitWhileFull('r.hits')} AS "retryAfterSeconds" FROM "RateLimit" r WHERE r.key = $1`,
    values: [key, window.count, window.windowSeconds],
  });
  return rows[0]?.retryAfterSeconds ?? null;
}

/** Empties the window, unless it is full: then it is left as it is and the seconds until a place is free are returned. */
export async function clearUnlessFull({ pool }: Store, key: string, window: Window): Promise<number | null> {
  const { rows } = await pool.query<{ retryAfterSeconds: number | null }>({
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
 * Takes a place: $1 key, $2 count, $3 seconds; gives `admitted` and `retryAfterSeconds`.
 *
 * The subselect is evaluated once the row is locked, so its time is later than that of whoever held the lock before.
 * A hit always gets a later time than the one before it, even if the clock is set back: the last time has changed
 * exactly when this statement was admitted.
 */
export const takePlaceStatement = `INSERT INTO "RateLimit" AS r (key, hits) VALUES ($1, ARRAY[clock_timestamp()])
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
