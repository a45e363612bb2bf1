import { listUnsettledCharges } from '@evict/store/charges';
import type { Dependencies } from './dependencies.ts';

/** Starts settling the charges of a case with the payment provider, without waiting for it. */
export async function settleChargesSoon(
  { store, payments, outbox }: Pick<Dependencies, 'store' | 'payments' | 'outbox'>,
  caseId: string,
): Promise<void> {
  if (!payments) return;
  const unsettled = await listUnsettledCharges(store, { caseId });
  outbox.wakeSoon({ charges: unsettled.length > 0 });
}
