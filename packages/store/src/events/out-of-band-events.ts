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
