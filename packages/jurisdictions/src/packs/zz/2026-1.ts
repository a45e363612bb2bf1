import type { RulePack } from '../../pack.ts';
import { cares2026, federalCalendar2026 } from '../federal.ts';
import { zzDocumentsV1 as documents } from './documents-v1.ts';

/**
 * The sandbox jurisdiction. ISO 3166-1 reserves the code ZZ for private use, so it never names a real place, and every
 * cited section is fictional. Its numbers resemble real ones: for unpaid rent a few days without weekends and holidays,
 * as in California and Florida; a month to end a month-to-month tenancy; counting modelled on Fed. R. Civ. P. 6(a).
 */
export const zz20261: RulePack = {
  id: 'zz',
  version: '2026.1',
  stateCode: 'ZZ',
  name: 'Sandbox',
  action: 'Summary Possession (ZZ Stat. § 12-301)',
  calendar: federalCalendar2026,
  computationCitation: 'ZZ Stat. § 12-110',
  mailDays: { certified_mail: 3 },
  notices: {
    nonpayment: {
      period: { days: 5, dayKind: 'business', citation: 'ZZ Stat. § 12-201' },
      cure: 'full_amount',
      notBeforeLeaseEnd: false,
      methods: ['personal', 'substitute', 'posting', 'certified_mail'],
      attempts: ['personal', 'substitute', 'posting'],
      document: documents.notices.nonpayment,
    },
    lease_violation: {
      period: { days: 10, dayKind: 'calendar', citation: 'ZZ Stat. § 12-202' },
      cure: 'violation_cured',
      notBeforeLeaseEnd: false,
      methods: ['personal', 'substitute', 'posting', 'certified_mail'],
      attempts: ['personal', 'substitute', 'posting'],
      document: documents.notices.lease_violation,
    },
    holdover: {
      period: { days: 30, dayKind: 'calendar', citation: 'ZZ Stat. § 12-203' },
      cure: 'none',
      notBeforeLeaseEnd: true,
      methods: ['personal', 'substitute', 'certified_mail'],
      attempts: ['personal', 'substitute', 'certified_mail'],
      document: documents.notices.holdover,
    },
  },
  courtDates: {
    answer_due: { days: 5, dayKind: 'business', citation: 'ZZ Stat. § 12-305' },
    hearing: { days: 14, dayKind: 'calendar', citation: 'ZZ Stat. § 12-306' },
    appeal_period_ends: { days: 5, dayKind: 'business', citation: 'ZZ Stat. § 12-310' },
    writ_expires: { days: 60, dayKind: 'calendar', citation: 'ZZ Stat. § 12-312' },
  },
  filing: documents.filing,
  proofs: documents.proofs,
  court: {
    name: 'Housing Court of the State of ZZ',
    envelopeIds: 'ZZ-ENV-{number}',
    caseNumbers: 'ZZ-{year}-LT-{number}',
  },
  cares: cares2026,
};
