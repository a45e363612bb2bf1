import type { CaseFacts } from '@evict/case-model';
import { onePagePdf } from '@evict/local/pdf';
import { buildFacts, day } from './facts.ts';
import type { File } from './service.ts';

export function leaseViolation(changes: Partial<CaseFacts> = {}): CaseFacts {
  const violation = { description: 'Keeps a horse in the kitchen and a pony in the bath.', date: day(-20) };
  return buildFacts({ ground: 'lease_violation', violation, ...changes });
}

/** Returns facts of a holdover that starts with a filing, long after its notice expired. It needs `filingEvidence`. */
export function holdoverFiling(changes: Partial<CaseFacts> = {}): CaseFacts {
  return buildFacts({
    ground: 'holdover',
    entryPoint: 'filing',
    lease: { startDate: day(-800), endDate: day(-70), monthlyRentCents: 120_000 },
    priorNotice: { servedDate: day(-60), method: 'personal', periodDays: 30 },
    ...changes,
  });
}

/** The uploads that every case that starts with a filing requires. */
export const filingEvidence: readonly File[] = [
  { filename: 'notice.pdf', purpose: 'prior_notice', bytes: pdf('Notice to quit') },
  { filename: 'proof.pdf', purpose: 'prior_notice_proof', bytes: pdf('Proof of service') },
];

/** Returns a one-page PDF that shows the text. */
export function pdf(text: string): Buffer {
  return onePagePdf([text]);
}

/** Returns fourteen months of partly paid rent, and the amount owed. */
export function fourteenMonthLedger(): Pick<CaseFacts, 'lease' | 'ledger' | 'amountOwedCents'> {
  const months = Array.from({ length: 14 }, (_, index) => -420 + index * 30);
  const ledger = months.flatMap((start) => [
    { date: day(start), type: 'charge' as const, amountCents: 120_000, memo: 'Rent' },
    { date: day(start + 9), type: 'payment' as const, amountCents: 95_000, memo: 'Part of the rent' },
  ]);
  const lease = { startDate: day(-425), monthlyRentCents: 120_000 };
  return { lease, ledger, amountOwedCents: 14 * 25_000 };
}
