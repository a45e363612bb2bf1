import { prismaOf, type Store } from '../database/store.ts';
import type { InternalAction } from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import type { Transaction } from '../database/transactions.ts';

/** An event of a case that no command caused. `at` is now by default. */
export interface OutOfBandEvent {
  caseId: string;
  action: InternalAction;
  detail: Prisma.InputJsonObject;
  /** Identifies the cause, for events that are recorded once. */
  commandId?: string;
  at?: Date;
}

/** Records an internal event of the platform without a sequence: it is not part of any decision. */
export async function recordOutOfBandEvent(
  prisma: Transaction,
  { at = new Date(), ...event }: OutOfBandEvent,
): Promise<void> {
  await prisma.caseEvent.create({
    data: { ...event, id: newId('event'), actorType: 'platform', internal: true, createdAt: at },
    select: { id: true },
  });
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
  await recordOutOfBandEvent(prismaOf(store), { caseId, action: 'operator_action', detail });
}
