import type { CaseEvent } from '@evict/case-model';
import type { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../command-texts.ts';
import type { RecordedTransition } from '../transitions.ts';

/** Texts and the court case number are the tenant's: they are put into events here, out of Temporal's sight. */
export async function recordEvents(
  transaction: Prisma.TransactionClient,
  { caseId, events, commandId }: RecordedTransition,
  { text, courtCaseNumber, now }: { text: CommandText; courtCaseNumber: string | undefined; now: Date },
): Promise<void> {
  await transaction.caseEvent.createMany({
    data: events.map((event) => ({
      ...event,
      caseId,
      commandId: commandId ?? null,
      createdAt: now,
      detail: { ...event.detail, ...outOfSight(event, text, courtCaseNumber) } as Prisma.InputJsonObject,
    })),
  });
}

function outOfSight(
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
