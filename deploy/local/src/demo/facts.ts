import type { CreateCase } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';

/** Facts that all demo cases share. Everything is fictional. */
export const landlordAndTenant = {
  property: {
    line1: '12 Sandbox Way',
    unit: '3B',
    city: 'Testville',
    county: 'Example',
    state: 'ZZ',
    zip: '00001',
    ownerOfRecord: 'Sandbox Holdings LLC',
  },
  parties: [
    { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
    { role: 'defendant', name: 'Terry Example' },
  ],
} satisfies Pick<CreateCase, 'property' | 'parties'>;

export const attestations = {
  authority: true,
  notRetaliatory: true,
  notDiscriminatory: true,
  caresCovered: false,
  subsidized: false,
  servicemember: 'no',
} satisfies CreateCase['attestations'];

type Ledger = NonNullable<CreateCase['ledger']>;

/**
 * Creates a ledger in which rent is due on the first of each month, up to the month of `today`. `paymentsByMonth`
 * contains each month's payments in cents, oldest month first. Payments are dated from the fifth of their month, so the
 * newest month must not have any: its fifth may be in the future.
 */
export function rentLedger(today: IsoDate, rentCents: number, paymentsByMonth: readonly (readonly number[])[]): Ledger {
  return paymentsByMonth.flatMap((payments, index) => {
    const due = firstOfMonth(today, paymentsByMonth.length - 1 - index);
    const month = due.slice(0, 7);
    return [
      { date: due, type: 'charge' as const, amountCents: rentCents, memo: `Rent ${month}` },
      ...payments.map((amountCents, payment) => ({
        date: `${month}-${String(5 + payment * 10).padStart(2, '0')}`,
        type: 'payment' as const,
        amountCents,
        memo: amountCents < rentCents ? 'Partial payment' : 'Payment in full',
      })),
    ];
  });
}

/** Returns the charges minus the payments, in cents. */
export function balance(ledger: Ledger): number {
  return ledger.reduce((sum, { type, amountCents }) => sum + (type === 'charge' ? amountCents : -amountCents), 0);
}

/** Returns the first day of the month that is `monthsBefore` months before the date's month. */
export function firstOfMonth(date: IsoDate, monthsBefore: number): IsoDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - monthsBefore;
  const year = String(Math.floor(months / 12)).padStart(4, '0');
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}
