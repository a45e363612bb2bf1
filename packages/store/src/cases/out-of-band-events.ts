import type { InternalAction } from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import type { Transaction } from '../database/transactions.ts';

/** What happened to a case outside of its workflow; `at` is now unless told. */
export interface OutOfBandEvent {
  caseId: string;
  action: InternalAction;
  detail: Prisma.InputJsonObject;
  /** What it is recorded once for. */
  commandId?: string;
  at?: Date;
}

/** Records it beside the workflow: internal, of the platform, and with no place in the order of transitions. */
export async function recordOutOfBandEvent(
  prisma: Transaction,
  { at = new Date(), ...event }: OutOfBandEvent,
): Promise<void> {
  await prisma.caseEvent.create({
    data: { ...event, id: newId('event'), actorType: 'platform', internal: true, createdAt: at },
    select: { id: true },
  });
}
