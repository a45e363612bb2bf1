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

/** The state after an event. An event that doesn't change it takes the state that earlier events of its case left. */
const stateAfter = `coalesce(e."toState", (
  SELECT "toState" FROM "CaseEvent" b
  WHERE b."caseId" = e."caseId" AND b.sequence < e.sequence AND b."toState" IS NOT NULL
  ORDER BY b.sequence DESC LIMIT 1))`;

/**
 * Up to `limit` events of the scope that customers see, after a position and in the order in which their transactions
 * committed, optionally of one action only. An event that commits later always has a larger position than every event
 * that could be read before, so a reader who continues after the last position misses none.
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
  // The driver returns bigint as text.
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** The position of the newest readable event in the feed of the scope; 0 if there is none. */
export async function endOfFeed(store: Store, { organizationId, mode }: Scope): Promise<number> {
  const newest = await firstRow<{ position: string }>(store)`
    SELECT "feedPosition" AS position FROM "CaseEvent"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND NOT internal ORDER BY "feedPosition" DESC LIMIT 1`;
  return Number(newest?.position ?? 0);
}

/**
 * The position before the first readable event of the scope at or after a time, or that of the newest event if there is
 * none.
 */
export async function placeInFeed(store: Store, scope: Scope, time: Date): Promise<number> {
  const found = await firstRow<{ position: string }>(store)`${placeStatement(scope, time)}`;
  return Number(found?.position ?? 0);
}

/**
 * Finds the time by bisection, because no index contains it: events are in the order of their times, except for the
 * moments that a decision takes until its commit. All events of the day before the time are compared, which is longer
 * than any decision takes. OFFSET 0 keeps the planner from searching all cases for the time.
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

/** An event of the feed, as the history of its case and webhook receivers get it. */
export function presentFeedEvent(row: FeedRow) {
  return { ...presentEvent(row), ...presentMessage(row) };
}

/** Far more events than the newest backup of a feed can be missing. */
const restoreGap = 2 ** 32;

/**
 * After a restore, continues every feed at positions that no reader has seen, because readers hold cursors from after
 * the backup. Can be repeated.
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
