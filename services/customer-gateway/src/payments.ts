import { listUnsettledCharges } from '@evict/store/charges';
import type { Dependencies } from './dependencies.ts';

/** Starts what is left to do at the payment provider for the charges of a case, without waiting for it. */
export async function settleChargesSoon(
  { store, payments, startRefund }: Pick<Dependencies, 'store' | 'payments' | 'startRefund'>,
  caseId: string,
): Promise<void> {
  if (!payments) return;
  for (const id of await listUnsettledCharges(store, { caseId })) startRefund(id);
}
