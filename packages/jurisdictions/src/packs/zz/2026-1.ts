import type { RulePack } from '../../pack.ts';
import { cares2026, federalCalendar2026 } from '../federal.ts';
import { fictional } from './basis.ts';
import { zzDocumentsV1 as documents } from './documents-v1.ts';
import { zzPeople } from './people.ts';

/** The sandbox jurisdiction. */
export const zz20261: RulePack = {
  id: 'zz',
  version: '2026.1',
  stateCode: 'ZZ',
  name: 'Sandbox',
  about:
    'ISO 3166-1 reserves the code ZZ for private use, so it never names a real place. Every section of the ZZ Statute is fictional. The periods that it sets resemble real ones, so that a case in the sandbox looks like one in court. Federal law and federal holidays are real.',
  action: { name: 'Summary Possession', ...fictional('§ 12-301', 'summary proceedings for possession') },
  calendar: federalCalendar2026,
  counting: {
    mailDays: { certified_mail: 3 },
    ...fictional('§ 12-110', 'Fed. R. Civ. P. 6(a), (d) and Cal. Civ. Proc. Code §§ 12, 12a'),
  },
  notices: {
    nonpayment: {
      period: {
        days: 5,
        dayKind: 'business',
        ...fictional(
          '§ 12-201',
          'notices of 3 to 14 days for unpaid rent, not counting weekends and holidays, as in California and Florida',
        ),
      },
      cure: 'full_amount',
      notBeforeLeaseEnd: false,
      methods: ['personal', 'substitute', 'posting', 'certified_mail'],
      attempts: ['personal', 'substitute', 'posting'],
      document: documents.notices.nonpayment,
    },
    lease_violation: {
      period: { days: 10, dayKind: 'calendar', ...fictional('§ 12-202', 'notices to cure a violation of the lease') },
      cure: 'violation_cured',
      notBeforeLeaseEnd: false,
      methods: ['personal', 'substitute', 'posting', 'certified_mail'],
      attempts: ['personal', 'substitute', 'posting'],
      document: documents.notices.lease_violation,
    },
    holdover: {
      period: {
        days: 30,
        dayKind: 'calendar',
        ...fictional('§ 12-203', 'the 30 days that most states require to end a month-to-month tenancy'),
      },
      cure: 'none',
      notBeforeLeaseEnd: true,
      methods: ['personal', 'substitute', 'certified_mail'],
      attempts: ['personal', 'substitute', 'certified_mail'],
      document: documents.notices.holdover,
    },
  },
  courtDates: {
    answer_due: {
      days: 5,
      dayKind: 'business',
      ...fictional('§ 12-305', 'short times to answer in summary proceedings'),
    },
    hearing: { days: 14, dayKind: 'calendar', ...fictional('§ 12-306', 'early hearings in summary proceedings') },
    appeal_period_ends: {
      days: 5,
      dayKind: 'business',
      ...fictional('§ 12-310', 'short times to appeal in summary proceedings'),
    },
    writ_expires: { days: 60, dayKind: 'calendar', ...fictional('§ 12-312', 'writs of possession that lapse') },
  },
  filing: documents.filing,
  proofs: documents.proofs,
  ...zzPeople,
  cares: cares2026,
};
