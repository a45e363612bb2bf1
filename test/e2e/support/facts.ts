import type { CaseFacts } from '@evict/case-model';

/** Returns the date this many days from today, as `YYYY-MM-DD`. */
export function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Builds facts of a nonpayment case that starts with a notice and passes all gates. `changes` replace whole fields. */
export function buildFacts(changes: Partial<CaseFacts> = {}): CaseFacts {
  return {
    ground: 'nonpayment',
    entryPoint: 'notice',
    property: {
      line1: '12 Sandbox Way',
      unit: '3B',
      city: 'Testville',
      state: 'ZZ',
      zip: '00001',
      ownerOfRecord: 'Sandbox Holdings LLC',
    },
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
    ],
    lease: { startDate: day(-500), monthlyRentCents: 120_000 },
    ledger: [
      { date: day(-60), type: 'charge', amountCents: 120_000, memo: 'Rent' },
      { date: day(-40), type: 'payment', amountCents: 20_000 },
    ],
    amountOwedCents: 100_000,
    attestations: {
      authority: true,
      notRetaliatory: true,
      notDiscriminatory: true,
      caresCovered: false,
      subsidized: false,
      servicemember: 'no',
    },
    ...changes,
  };
}
