import type { EventAction, State } from '@evict/case-model';
import { allRows, firstRow, prismaOf, raw, sql, type Statement, type Store } from '../database/store.ts';
import { presentMessage } from '../webhooks/message.ts';
import { presentEvent } from '../cases/present.ts';
import { authorOfEvent, type EventRow } from '../cases/reads.ts';
import type { Scope } from '../cases/types.ts';

/** An event with its position in the feed. */
export interface FeedRow extends EventRow {
  action: EventAction;
  caseId: string;
  /** The state of the case after the event. */
  state: State;
  position: number;
}

/**
 * SQL for the state of the case after event `e`. If the event doesn't change the state, it is the last state set by an
 * earlier event.
 */
const stateAfter = `coalesce(e."toState", (
  SELECT "toState" FROM "CaseEvent" b
  WHERE b."caseId" = e."caseId" AND b.sequence < e.sequence AND b."toState" IS NOT NULL
  ORDER BY b.sequence DESC LIMIT 1))`;

/**
 * Returns up to `limit` customer-visible events of the scope after a position, in commit order, optionally for one
 * action only. An event that commits later always has a larger position than every event that could be read before, so
 * a reader who continues after the last position misses none.
 */
export async function listFeed(
  store: Store,
  { organizationId, mode }: Scope,
  { after, limit, action }: { after: number; limit: number; action: string | null },
): Promise<FeedRow[]> {
  const rows = await allRows<Omit<FeedRow, 'position'> & { position: string }>(store)`
    SELECT e.id, e.action, e."actorType", e."fromState", e."toState", e.detail, e."createdAt", e."caseId",
      ${authorOfEvent}, ${raw(stateAfter)} AS state, e."feedPosition" AS position
    FROM "CaseEvent" e
    WHERE e."organizationId" = ${organizationId} AND e.mode = ${mode} AND NOT e.internal AND e."feedPosition" > ${after}
      AND ${action === null ? raw('true') : sql`e.action = ${action}`}
    ORDER BY e."feedPosition" LIMIT ${limit}`;
  // The driver returns bigint as a string.
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** Returns the position of the newest customer-visible event in the scope's feed, or 0 if there is none. */
export async function endOfFeed(store: Store, { organizationId, mode }: Scope): Promise<number> {
  const newest = await firstRow<{ position: string }>(store)`
    SELECT "feedPosition" AS position FROM "CaseEvent"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND NOT internal ORDER BY "feedPosition" DESC LIMIT 1`;
  return Number(newest?.position ?? 0);
}

/**
 * Returns the position just before the scope's first customer-visible event at or after a time, or the newest event's
 * position if there is none.
 */
export async function placeInFeed(store: Store, scope: Scope, time: Date): Promise<number> {
  const found = await firstRow<{ position: string }>(store)`${placeStatement(scope, time)}`;
  return Number(found?.position ?? 0);
}

/**
 * Finds the position by bisection, because no index contains the time. The feed is almost in order of time, but a
 * decision gets its time shortly before it commits. So the bisection ends a day before the time, which is longer than
 * any decision takes, and all events after that are compared. OFFSET 0 keeps the planner from searching all cases for
 * the time.
 */
function placeStatement({ organizationId, mode }: Scope, time: Date): Statement {
  const at = sql`${time.toISOString()}::timestamptz`;
  const feed = sql`FROM "CaseEvent" WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND NOT internal`;
  return sql`
    WITH RECURSIVE part (low, high) AS (
        SELECT 0::bigint, coalesce((SELECT "feedPosition" ${feed} ORDER BY "feedPosition" DESC LIMIT 1), 0)
      UNION ALL
        SELECT CASE WHEN middle."isBefore" THEN middle."feedPosition" ELSE low END,
          CASE WHEN middle."isBefore" THEN high ELSE (low + high) / 2 END
        FROM part, LATERAL (
          SELECT "feedPosition", "createdAt" < ${at} - interval '24 hours' AS "isBefore"
          ${feed} AND "feedPosition" > (low + high) / 2 ORDER BY "feedPosition" LIMIT 1) middle
        WHERE low < high
    ), ends AS (SELECT max(low) AS low, max(high) AS high FROM part)
    SELECT coalesce((
      SELECT "feedPosition" - 1 FROM (
        SELECT "feedPosition", "createdAt" ${feed} AND "feedPosition" > low ORDER BY "feedPosition" OFFSET 0) later
      WHERE "createdAt" >= ${at} LIMIT 1), high) AS position FROM ends`;
}

/** Presents an event with the fields of both the case's history and a webhook message. */
export function presentFeedEvent(row: FeedRow) {
  return { ...presentEvent(row), ...presentMessage(row) };
}

/** How far positions jump after a restore. A backup can never be missing that many events. */
const restoreGap = 2 ** 32;

/**
 * After a restore, continues every feed at positions that no reader has seen, because readers may hold cursors from
 * after the backup. Safe to repeat.
 */
export async function continueFeeds(store: Store): Promise<number> {
  return prismaOf(store).$executeRaw`
    INSERT INTO "EventFeed" AS f ("organizationId", mode, "lastPosition")
    SELECT o.id, m.mode, (coalesce((
        SELECT "feedPosition" FROM "CaseEvent" e
        WHERE e."organizationId" = o.id AND e.mode = m.mode AND NOT e.internal ORDER BY "feedPosition" DESC LIMIT 1
      ), 0) / ${restoreGap}::bigint + 1) * ${restoreGap}::bigint
    FROM "Organization" o CROSS JOIN (VALUES ('test'), ('live')) m (mode)
    ON CONFLICT ("organizationId", mode) DO UPDATE
      SET "lastPosition" = greatest(excluded."lastPosition", (f."lastPosition" / ${restoreGap}::bigint + 1) * ${restoreGap}::bigint)`;
}
