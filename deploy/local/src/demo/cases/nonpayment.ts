import type { DemoCase } from '../demo-case.ts';
import { attestations, balance, landlordAndTenant, rentLedger } from '../facts.ts';
import { firstOfMonth } from '../dates.ts';
import { courtProceedings, fileWithCourt, noticePeriod } from '../steps.ts';

const rentCents = 140_000;

/** Fourteen months: paid in full, then less and less of the rent, then nothing. */
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

/** Unpaid rent in a dwelling that federal law covers: the later of two deadlines governs. */
export const nonpayment: DemoCase = {
  letter: 'a',
  title: 'Nonpayment from the notice on: 14 months of ledger, covered by the CARES Act; to judgment and writ',
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
