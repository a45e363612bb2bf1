import type { CaseEvent, CaseRecord } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';

/**
 * Returns the CTEs that insert the events of a decision. Customer-visible events take the next positions in the feed of
 * the organization and mode. The feed's row stays locked until the commit, so positions are in commit order. Put these
 * CTEs before the others. PostgreSQL executes such CTEs from last to first, so the feed is locked last.
 */
export function insertEvents(
  events: readonly CaseEvent[],
  { record, commandId, now }: { record: CaseRecord; commandId: string | null; now: number },
): Prisma.Sql[] {
  if (events.length === 0) return [];
  const { caseId, organizationId, mode } = record;
  let visible = 0;
  const rows = events.map((event) => ({
    ...event,
    // Counts from 1 in this decision. The statement adds the feed's last position.
    ...(!event.internal && { organizationId, mode, feedPosition: ++visible }),
  }));
  return [
    visible === 0
      ? Prisma.sql`feed AS (SELECT 0::bigint AS before FROM moved)`
      : Prisma.sql`feed AS (
          INSERT INTO "EventFeed" AS f ("organizationId", mode, "lastPosition")
          SELECT ${organizationId}, ${mode}, ${visible}::int FROM moved
          ON CONFLICT ("organizationId", mode) DO UPDATE SET "lastPosition" = f."lastPosition" + excluded."lastPosition"
          RETURNING "lastPosition" - ${visible}::int AS before)`,
    Prisma.sql`event AS (
      INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail, "commandId",
        internal, "createdAt", "organizationId", mode, "feedPosition")
      SELECT e.id, ${caseId}::text, e.sequence, e.action, e."actorType", e."fromState", e."toState", e.detail,
        ${commandId}::text, e.internal, ${new Date(now).toISOString()}::timestamptz, e."organizationId", e.mode,
        feed.before + e."feedPosition"
      FROM feed, jsonb_populate_recordset(NULL::"CaseEvent", ${JSON.stringify(rows)}::jsonb) AS e)`,
  ];
}
