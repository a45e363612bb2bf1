import type { UploadDocument } from '@evict/client';
import { addDays } from '@evict/jurisdictions';
import type { DemoCase } from './demo-case.ts';
import { attestations, balance, firstOfMonth, landlordAndTenant, rentLedger } from './facts.ts';
import { onePagePdf } from './pdf.ts';
import { courtProceedings, filingDocuments, fileWithCourt, noticePeriod, noticeServed, step } from './steps.ts';

const rentCents = 140_000;

/** Fourteen months of payments: first the full rent, then less and less, then nothing. */
const payments = [
  [rentCents],
  [rentCents],
  [rentCents],
  [rentCents],
  [90_000, 50_000],
  [rentCents],
  [100_000],
  [80_000, 20_000],
  [rentCents],
  [60_000],
  [60_000, 30_000],
  [25_000],
  [],
  [],
];

/** Unpaid rent in a dwelling that federal law covers, so the later of two deadlines applies. */
const nonpayment: DemoCase = {
  letter: 'a',
  title: 'Nonpayment, from the notice to the writ: 14 months of ledger, and the CARES Act covers the dwelling',
  facts: (today) => {
    const ledger = rentLedger(today, rentCents, payments);
    return {
      ground: 'nonpayment',
      entryPoint: 'notice',
      ...landlordAndTenant,
      lease: { startDate: firstOfMonth(today, payments.length - 1), monthlyRentCents: rentCents },
      ledger,
      amountOwedCents: balance(ledger),
      attestations: { ...attestations, caresCovered: true, servicemember: 'unknown' },
    };
  },
  uploads: () => [],
  path: [
    ...noticePeriod('zz.notice.nonpayment.v1', ['notice_expires', 'cares_notice_expires']),
    fileWithCourt,
    ...courtProceedings,
  ],
};

/** A violation that the tenant cures within the notice period, which ends the case. */
export const leaseViolation: DemoCase = {
  letter: 'b',
  title: 'Lease violation: the tenant cures within the notice period',
  facts: (today) => ({
    ground: 'lease_violation',
    entryPoint: 'notice',
    ...landlordAndTenant,
    lease: { startDate: firstOfMonth(today, 8), monthlyRentCents: 115_000 },
    violation: {
      description: 'A second dog is kept in the apartment; the lease allows one pet with written consent.',
      date: addDays(today, -12),
    },
    attestations,
  }),
  uploads: () => [],
  path: [
    ...noticeServed('zz.notice.lease_violation.v1', ['notice_expires']),
    step('report-cure', 'resolved', ['cure_reported', 'cure', 'close_resolved']),
  ],
};

/**
 * A tenant stays after the end of the lease. The landlord has already served a notice, so the case begins with the
 * filing.
 */
const holdover: DemoCase = {
  letter: 'c',
  title: 'Holdover, from the filing to the writ: the prior notice and its proof of service are uploaded as PDFs',
  facts: (today) => ({
    ground: 'holdover',
    entryPoint: 'filing',
    ...landlordAndTenant,
    lease: { startDate: addDays(today, -430), endDate: addDays(today, -65), monthlyRentCents: 98_000 },
    attestations,
    priorNotice: { servedDate: servedOn(today), method: 'personal', periodDays: 30 },
  }),
  uploads: (today) => [
    pdf('notice-to-quit.pdf', 'prior_notice', [
      'NOTICE TO QUIT',
      'To: Terry Example, 12 Sandbox Way 3B, Testville',
      `Your lease ends on ${addDays(today, -65)}. Leave the premises within 30 days`,
      'after this notice is served on you, and not before your lease ends.',
    ]),
    pdf('proof-of-service.pdf', 'prior_notice_proof', [
      'PROOF OF SERVICE',
      `I handed the notice to quit to Terry Example on ${servedOn(today)}.`,
    ]),
  ],
  path: [
    step('submit', 'filing_review', ['submit'], { documents: filingDocuments }),
    fileWithCourt,
    ...courtProceedings,
  ],
};

function servedOn(today: string): string {
  return addDays(today, -100);
}

function pdf(filename: string, purpose: UploadDocument['purpose'], lines: readonly string[]): UploadDocument {
  return { filename, purpose, contentBase64: onePagePdf(lines).toString('base64') };
}

/** The clerk rejects the filing once. New documents have new bytes, so the old approval doesn't cover them. */
const rejectedFiling: DemoCase = {
  letter: 'd',
  title: 'Nonpayment, to the writ: the filing is rejected, reworked, approved again and accepted',
  facts: (today) => {
    const monthlyRentCents = 125_000;
    const ledger = rentLedger(today, monthlyRentCents, [[monthlyRentCents], [75_000], [], []]);
    return {
      ground: 'nonpayment',
      entryPoint: 'notice',
      ...landlordAndTenant,
      lease: { startDate: firstOfMonth(today, 3), monthlyRentCents },
      ledger,
      // Asking for less than the ledger shows is lawful, but produces a warning.
      amountOwedCents: balance(ledger) - 25_000,
      attestations,
      freeText: 'sandbox:filing_rejected',
    };
  },
  uploads: () => [],
  path: [
    ...noticePeriod('zz.notice.nonpayment.v1', ['notice_expires']),
    fileWithCourt,
    step('advance', 'filing_rejected', ['filing_rejected']),
    step('advance', 'filing_review', ['rework_filing'], { documents: filingDocuments }),
    fileWithCourt,
    ...courtProceedings,
  ],
};

/** The test cases, in the order of the demo. */
export const demoCases = [nonpayment, leaseViolation, holdover, rejectedFiling] as const;
