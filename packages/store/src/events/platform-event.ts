import { prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newId } from '../ids.ts';

/** Something the platform did to a case that isn't a decision. Customers don't see these events. */
interface PlatformEvent {
  caseId: string;
  action: 'operator_action' | 'job_failed' | 'erased';
  detail: Readonly<Record<string, unknown>>;
  /** An id by which the caller can tell that the same event was already recorded. */
  commandId?: string;
  /** The default is now. */
  at?: Date;
}

/** Records a platform event, which has no sequence number. Does nothing if the case doesn't exist. */
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

/** Records for the audit trail what an operator did to a case without a command, and why. */
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
