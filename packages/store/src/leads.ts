import type { AccountMailData } from '@evict/mail';
import { newId } from './ids.ts';
import { recordMail } from './mails/outbox.ts';
import { inTransaction, prismaOf, type Store } from './database/store.ts';

/** A form sent by a visitor without an account. Fields that don't belong to its kind are null or empty. */
export type Lead = AccountMailData['lead_received'];

/** Stores a lead and queues the email to the operators. */
export async function createLead(store: Store, lead: Lead, operatorsAddress: string): Promise<void> {
  await inTransaction(store, 'createLead', null, async (transaction) => {
    const data = { id: newId('lead'), ...lead, states: [...lead.states] };
    const { id } = await transaction.lead.create({ data, select: { id: true } });
    await recordMail(transaction, { kind: 'lead_received', recipient: operatorsAddress, payload: { leadId: id } });
  });
}

/** Reads a lead. Throws if it doesn't exist. */
export async function getLead(store: Store, id: string): Promise<Lead> {
  return prismaOf(store).lead.findUniqueOrThrow({ where: { id }, omit: { id: true, createdAt: true } });
}

/** A lead in the operators' list. */
export type ListedLead = Lead & { id: string; createdAt: Date };

/** Lists the newest leads, up to `limit`. `kind` limits the list to one kind. */
export async function listLeads(
  store: Store,
  { kind, limit }: { kind?: string | undefined; limit: number },
): Promise<ListedLead[]> {
  return prismaOf(store).lead.findMany({
    where: { ...(kind !== undefined && { kind }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}
