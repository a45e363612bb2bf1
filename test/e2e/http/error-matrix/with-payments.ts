import type { Answer } from '../../support/api.ts';
import { startPaying } from '../../support/paying.ts';

/** What a step to a platform fee is answered in a situation, where charges can be paid online. */
export async function startWithPayments() {
  const { stripe, withDueFee, startCheckout, sendUnchecked } = await startPaying();

  return async function toFee(step: string, situation: 'void' | 'provider_down'): Promise<Answer> {
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
