import type { DemoCase } from '../demo-case.ts';
import { attestations, balance, landlordAndTenant, rentLedger } from '../facts.ts';
import { firstOfMonth } from '../dates.ts';
import { advance, courtProceedings, fileWithCourt, filingDocuments, noticePeriod } from '../steps.ts';

const rentCents = 125_000;

/** The clerk rejects the filing once. New documents have new bytes, so the old approval does not cover them. */
export const rejectedFiling: DemoCase = {
  letter: 'd',
  title: 'Nonpayment whose filing is rejected, reworked, newly approved and accepted; to judgment and writ',
  facts: (today) => {
    const ledger = rentLedger(today, rentCents, [[rentCents], [75_000], [], []]);
    return {
      ground: 'nonpayment',
      entryPoint: 'notice',
      ...landlordAndTenant,
      lease: { startDate: firstOfMonth(today, 3), monthlyRentCents: rentCents },
      ledger,
      // Less than the ledger shows, which is lawful and produces a warning.
      amountOwedCents: balance(ledger) - 25_000,
      attestations,
      freeText: 'sandbox:filing_rejected',
    };
  },
  uploads: () => [],
  path: [
    ...noticePeriod('zz.notice.nonpayment.v1', ['notice_expires']),
    fileWithCourt,
    advance('filing_rejected', ['filing_rejected']),
    advance('filing_review', ['rework_filing'], { documents: filingDocuments }),
    fileWithCourt,
    ...courtProceedings,
  ],
};
