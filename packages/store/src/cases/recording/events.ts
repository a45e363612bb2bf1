import type { CaseEvent, Transition } from '@evict/case-model';
import type { CommandText } from '../authority/written-commands.ts';
import type { Transaction } from '../../database/transactions.ts';

/**
 * Records the events, with the texts and the court case number that Temporal must not see. In plain SQL: compiling
 * Prisma's query would take a tenth of the worker's time for a transition.
 */
export async function recordEvents(
  transaction: Transaction,
  { caseId, events, commandId }: Transition,
  { text, courtCaseNumber, now }: { text: CommandText; courtCaseNumber: string | undefined; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    ...event,
    detail: { ...event.detail, ...privateDetail(event, text, courtCaseNumber) },
  }));
  await transaction.$executeRaw`
    INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail, "commandId",
      internal, "createdAt")
    SELECT e.id, ${caseId}::text, e.sequence, e.action, e."actorType", e."fromState", e."toState", e.detail,
      ${commandId ?? null}::text, e.internal, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (
      id text, sequence int, action text, "actorType" text, "fromState" text, "toState" text, detail jsonb,
      internal boolean
    )`;
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
  };
  return added[action] ?? {};
}
