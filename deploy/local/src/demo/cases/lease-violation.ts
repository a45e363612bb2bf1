import type { DemoCase } from '../demo-case.ts';
import { attestations, landlordAndTenant } from '../facts.ts';
import { daysBefore, firstOfMonth } from '../dates.ts';
import { noticeServed, reportCure } from '../steps.ts';

/** A violation that the tenant cures within the notice period, which ends the case. */
export const leaseViolation: DemoCase = {
  letter: 'b',
  title: 'Lease violation from the notice on: the tenant cures within the notice period',
  facts: (today) => ({
    ground: 'lease_violation',
    entryPoint: 'notice',
    ...landlordAndTenant,
    lease: { startDate: firstOfMonth(today, 8), monthlyRentCents: 115_000 },
    violation: {
      description: 'A second dog is kept in the apartment; the lease allows one pet with written consent.',
      date: daysBefore(today, 12),
    },
    attestations,
  }),
  uploads: () => [],
  path: [
    ...noticeServed('zz.notice.lease_violation.v1', ['notice_expires']),
    reportCure('resolved', ['cure_reported', 'cure', 'close_resolved']),
  ],
};
