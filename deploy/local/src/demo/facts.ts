import type { CreateCase } from '@evict/client';
import type { IsoDate } from '@evict/jurisdictions';
import { firstOfMonth } from './dates.ts';

/** The parts of a case that all cases of the demo share. Everything is made up; ZZ is no real place. */
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
 * A ledger of rent due on the first of each month, the last of them the month of `today`, with the payments of each
 * month in cents, oldest month first. The payments of a month are dated from its fifth day on, so the newest month
 * takes none: its fifth may still lie ahead.
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

/** Charges less payments, in cents. */
export function balance(ledger: Ledger): number {
  return ledger.reduce((sum, { type, amountCents }) => sum + (type === 'charge' ? amountCents : -amountCents), 0);
}
