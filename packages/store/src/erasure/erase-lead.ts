import { inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { appendErasure, type LeadErasure } from './erasure-list.ts';

/**
 * Deletes a lead and any unsent email about it. Returns false if there is no such lead. The erasure is listed before
 * the commit.
 */
export async function eraseLead(
  store: Store,
  { leadId, operator, list }: { leadId: string; operator: string; list: string },
): Promise<boolean> {
  return inTransaction(store, 'eraseLead', null, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ now: Date }[]>`
      SELECT clock_timestamp() AS now FROM "Lead" WHERE id = ${leadId} FOR UPDATE`;
    if (!row) return false;
    const erasure = { leadId, operator, erasedAt: row.now };
    await eraseRows(transaction, erasure);
    await appendErasure(list, erasure);
    return true;
  });
}

/** Repeats a listed erasure of a lead after a restore. */
export async function eraseLeadAgain(store: Store, erasure: LeadErasure): Promise<'erased' | 'already' | 'unknown'> {
  return inTransaction(store, 'eraseLead', null, async (transaction) => {
    const where = { subject: erasure.leadId };
    const known = await transaction.erasure.findUnique({ where });
    const deleted = await eraseRows(transaction, erasure);
    if (deleted > 0) return 'erased';
    return known ? 'already' : 'unknown';
  });
}

async function eraseRows(transaction: Transaction, { leadId, operator, erasedAt }: LeadErasure): Promise<number> {
  const { count } = await transaction.lead.deleteMany({ where: { id: leadId } });
  if (count === 0) return 0;
  const about = { path: ['leadId'], equals: leadId };
  await transaction.mail.deleteMany({ where: { kind: 'lead_received', payload: about } });
  await transaction.erasure.createMany({ data: [{ subject: leadId, operator, erasedAt }], skipDuplicates: true });
  return count;
}
