import type { ApiResponse } from '../../support/api.ts';
import { startPaying } from '../../support/paying.ts';

/** The response of an operation on a platform fee in a situation, with online payment. */
export async function startWithPayments() {
  const { stripe, withDueFee, startCheckout, sendUnchecked } = await startPaying();

  return async function toFee(step: string, situation: 'void' | 'provider_down'): Promise<ApiResponse> {
    const due = await withDueFee();
    if (situation === 'void') {
      await due.customer.withdraw(due.caseId);
      return due.customer.send('POST', `${due.path}/${step}`);
    }
    await startCheckout(due);
    stripe.setFault('down');
    try {
      return await sendUnchecked(due, step);
    } finally {
      stripe.setFault(null);
    }
  };
}
