import { type CaseEvent, type CaseRecord, platformFee } from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

export interface ChargeRow {
  id: string;
  caseId: string;
  kind: 'platform_fee';
  description: string;
  amountCents: number;
  currency: 'usd';
  state: 'due' | 'paid' | 'void' | 'refunded';
  createdAt: Date;
  paidAt: Date | null;
  voidedAt: Date | null;
  refundedAt: Date | null;
}

/** The charges of a case, oldest first. */
export async function listCharges({ prisma }: Store, caseId: string): Promise<ChargeRow[]> {
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  return (await prisma.charge.findMany({ where: { caseId }, orderBy: [...orderBy] })) as ChargeRow[];
}

/** Whether that case has a charge of that id. */
export async function hasCharge({ prisma }: Store, caseId: string, id: string): Promise<boolean> {
  return (await prisma.charge.count({ where: { id, caseId } })) > 0;
}

export function presentCharge(row: ChargeRow) {
  return {
    id: row.id,
    caseId: row.caseId,
    kind: row.kind,
    description: row.description,
    amountCents: row.amountCents,
    currency: row.currency,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
  };
}

/**
 * Makes the platform fee due or void, inside the transaction that records what brought it about, under the lock of the
 * case's row. A case submitted again after changes is not charged again; what is paid is never made void.
 */
export async function settlePlatformFee(
  transaction: Prisma.TransactionClient,
  { events, record, amountCents }: { events: readonly CaseEvent[]; record: CaseRecord; amountCents: number },
): Promise<void> {
  const { caseId } = record;
  const kind = 'platform_fee';
  switch (platformFee(events, record)) {
    case 'due':
      if ((await transaction.charge.count({ where: { caseId, kind } })) > 0) return;
      await transaction.charge.create({
        data: { ...fee, id: newId('charge'), caseId, kind, amountCents, state: 'due' },
      });
      return;
    case 'void':
      await transaction.charge.updateMany({
        where: { caseId, kind, state: 'due' },
        data: { state: 'void', voidedAt: new Date() },
      });
      return;
    case null:
  }
}

const fee = { description: 'Platform fee', currency: 'usd' } as const;
