import { prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newId } from '../ids.ts';

/** Something the platform did to a case outside of its decisions. Customers don't see these events. */
interface PlatformEvent {
  caseId: string;
  action: 'operator_action' | 'job_failed' | 'erased';
  detail: Readonly<Record<string, unknown>>;
  /** An id that keeps the same event from being recorded twice. */
  commandId?: string;
  /** The default is now. */
  at?: Date;
}

/** Records an event of the platform. It has no sequence number. Does nothing for an unknown case. */
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

/** Records what an operator did outside of commands on a case, and why, for the audit trail. */
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
