import { listUnsettledCharges } from '@evict/store/charges';
import type { Dependencies } from './dependencies.ts';

/** Starts settling the charges of a case with the payment provider, without waiting for it. */
export async function settleChargesSoon(
  { store, payments, startRefund }: Pick<Dependencies, 'store' | 'payments' | 'startRefund'>,
  caseId: string,
): Promise<void> {
  if (!payments) return;
  for (const id of await listUnsettledCharges(store, { caseId })) startRefund(id);
}
