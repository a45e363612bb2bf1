import { prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newId } from '../ids.ts';

/** What the platform does to a case beside its decisions. Customers do not see these events. */
interface PlatformEvent {
  caseId: string;
  action: 'operator_action' | 'job_failed' | 'erased';
  detail: Readonly<Record<string, unknown>>;
  /** Identifies what is recorded once. */
  commandId?: string;
  /** Now by default. */
  at?: Date;
}

/** Records an event of the platform. It has no place among the events of decisions. Does nothing for an unknown case. */
export async function recordPlatformEvent(
  transaction: Transaction,
  { caseId, action, detail, commandId, at }: PlatformEvent,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
    SELECT ${newId('event')}, id, ${action}, 'platform', true, ${JSON.stringify(detail)}::jsonb, ${commandId ?? null},
      coalesce(${at ?? null}::timestamptz, clock_timestamp())
    FROM "Case" WHERE id = ${caseId}`;
}

/** Records what an operator does beside the commands on a case, and why, for the audit trail. */
export async function recordOperatorEvent(
  store: Store,
  {
    caseId,
    operator,
    command,
    reason,
  }: { caseId: string; operator: string; command: string; reason?: string | undefined },
): Promise<void> {
  const detail = { operator, command, ...(reason !== undefined && { reason }) };
  await recordPlatformEvent(prismaOf(store), { caseId, action: 'operator_action', detail });
}
