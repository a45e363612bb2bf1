import type { CreateCaseBody } from '@evict/contract';

/** A nonpayment case in the fictional state ZZ that passes every gate. */
export const sampleCase: CreateCaseBody = {
  ground: 'nonpayment',
  entryPoint: 'notice',
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
  lease: { startDate: '2025-06-01', monthlyRentCents: 140_000 },
  ledger: [
    { date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent May' },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
    { date: '2026-06-01', type: 'charge', amountCents: 140_000, memo: 'Rent June' },
  ],
  amountOwedCents: 190_000,
  attestations: {
    authority: true,
    notRetaliatory: true,
    notDiscriminatory: true,
    caresCovered: false,
    subsidized: false,
    servicemember: 'no',
  },
};
