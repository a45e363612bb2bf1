import type { CaseEvent, Transition } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';

interface Context {
  organizationId: string;
  text: CommandText;
  courtCaseNumber: string | undefined;
  now: Date;
}

/**
 * Inserts the events, with the texts and the court case number that Temporal must not see: parts of the statement that
 * records a transition. Customer-visible ones take the next places in the feed of the organization and mode. The row of
 * the feed stays locked until the commit, so that places are in the order of commits: these parts come first, because
 * PostgreSQL executes such parts from the last to the first.
 */
export function insertEvents(
  { caseId, events, commandId, record: { mode } }: Transition,
  { organizationId, text, courtCaseNumber, now }: Context,
): Prisma.Sql[] {
  let visible = 0;
  const rows = events.map((event) => ({
    ...event,
    detail: { ...event.detail, ...privateDetail(event, text, courtCaseNumber) },
    // Counted from the last place before this transition.
    ...(!event.internal && { organizationId, mode, feedPosition: ++visible }),
  }));
  return [
    visible === 0
      ? Prisma.sql`feed AS (SELECT 0::bigint AS before)`
      : Prisma.sql`feed AS (
          INSERT INTO "EventFeed" AS f ("organizationId", mode, "lastPosition")
          VALUES (${organizationId}, ${mode}, ${visible}::int)
          ON CONFLICT ("organizationId", mode) DO UPDATE SET "lastPosition" = f."lastPosition" + excluded."lastPosition"
          RETURNING "lastPosition" - ${visible}::int AS before)`,
    Prisma.sql`event AS (
      INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail, "commandId",
        internal, "createdAt", "organizationId", mode, "feedPosition")
      SELECT e.id, ${caseId}::text, e.sequence, e.action, e."actorType", e."fromState", e."toState", e.detail,
        ${commandId ?? null}::text, e.internal, ${now.toISOString()}::timestamptz, e."organizationId", e.mode,
        feed.before + e."feedPosition"
      FROM feed, jsonb_populate_recordset(NULL::"CaseEvent", ${JSON.stringify(rows)}::jsonb) AS e)`,
  ];
}

function privateDetail(
  { action }: CaseEvent,
  { notes, reason, citation }: CommandText,
  courtCaseNumber: string | undefined,
): Record<string, string | undefined> {
  const added: Partial<Record<CaseEvent['action'], Record<string, string | undefined>>> = {
    filing_accepted: { courtCaseNumber },
    start_cure_period: citation === undefined ? {} : { citation },
    review_recorded: { notes },
    operator_action: { reason },
    attorney_action: { reason },
  };
  return added[action] ?? {};
}
