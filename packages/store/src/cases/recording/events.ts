import type { CaseEvent, Transition } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';

/**
 * Inserts the events, with the texts and the court case number that Temporal must not see: a part of the statement that
 * records a transition.
 */
export function insertEvents(
  { caseId, events, commandId }: Transition,
  { text, courtCaseNumber, now }: { text: CommandText; courtCaseNumber: string | undefined; now: Date },
): Prisma.Sql {
  const rows = events.map((event) => ({
    ...event,
    detail: { ...event.detail, ...privateDetail(event, text, courtCaseNumber) },
  }));
  return Prisma.sql`event AS (
    INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail, "commandId",
      internal, "createdAt")
    SELECT e.id, ${caseId}::text, e.sequence, e.action, e."actorType", e."fromState", e."toState", e.detail,
      ${commandId ?? null}::text, e.internal, ${now.toISOString()}::timestamptz
    FROM jsonb_populate_recordset(NULL::"CaseEvent", ${JSON.stringify(rows)}::jsonb) AS e)`;
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
