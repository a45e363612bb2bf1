import type { Charge } from '../api/queries.ts';

export const chargeWords = {} as const;

export const chargeStateNames: Readonly<Record<Charge['state'], string>> = {
  due: 'Due',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Refunded',
};

type Return = 'done' | 'cancelled';

/** What a customer reads who comes back from the checkout, by what the payment provider says now. */
export function returnText(came: Return, state: Charge['state']): { title: string; text: string } {
  if (state === 'paid') return { title: 'Thank you for your payment', text: 'This charge is paid.' };
  if (state === 'refunded') return { title: 'The payment was refunded', text: 'Nothing is due for this charge.' };
  if (state === 'void')
    return { title: 'The charge is void', text: 'Nothing is due, and any payment for it is refunded.' };
  if (came === 'cancelled') {
    return { title: 'You left the payment page', text: 'Nothing was paid, and the charge is still due.' };
  }
  return {
    title: 'No payment has arrived yet',
    text: 'Some payment methods take days. If the payment page has expired, open a new one.',
  };
}
