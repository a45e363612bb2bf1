import type { RulePack } from '@evict/jurisdictions';

/** A second jurisdiction for tests. ISO 3166-1 reserves QM for private use, like ZZ; its law is fictional and differs from ZZ's. */
export const qm20261: RulePack = {
  id: 'qm',
  version: '2026.1',
  stateCode: 'QM',
  name: 'Second Sandbox',
  action: 'Ejectment (QM Code § 7-1)',
  calendar: {
    weekend: [5, 6],
    holidays: [{ name: 'Founding Day', month: 7, day: 6 }],
    observedShift: {},
    citation: 'QM Code § 1-1',
  },
  computationCitation: 'QM Code § 1-2',
  mailDays: {},
  notices: {
    nonpayment: {
      period: { days: 3, dayKind: 'calendar', citation: 'QM Code § 5-1' },
      cure: 'full_amount',
      notBeforeLeaseEnd: false,
      methods: ['posting', 'personal'],
      attempts: ['posting', 'personal'],
      document: {
        id: 'qm.demand.v1',
        template: 'notice',
        title: 'Demand for Rent',
        filename: 'qm-demand.pdf',
      },
    },
    lease_violation: {
      period: { days: 20, dayKind: 'business', citation: 'QM Code § 5-2' },
      cure: 'none',
      notBeforeLeaseEnd: false,
      methods: ['personal'],
      attempts: ['personal'],
      document: { id: 'qm.breach.v1', template: 'notice', title: 'Notice of Breach', filename: 'qm-breach.pdf' },
    },
    holdover: {
      period: { days: 60, dayKind: 'calendar', citation: 'QM Code § 5-3' },
      cure: 'full_amount',
      notBeforeLeaseEnd: true,
      methods: ['personal'],
      attempts: ['personal'],
      document: { id: 'qm.term.v1', template: 'notice', title: 'Notice of Term', filename: 'qm-term.pdf' },
    },
  },
  courtDates: {
    answer_due: { days: 10, dayKind: 'calendar', citation: 'QM Code § 7-5' },
    hearing: { days: 21, dayKind: 'calendar', citation: 'QM Code § 7-6' },
    appeal_period_ends: { days: 10, dayKind: 'business', citation: 'QM Code § 7-10' },
    writ_expires: { days: 30, dayKind: 'calendar', citation: 'QM Code § 7-12' },
  },
  filing: [
    { id: 'qm.petition.v1', template: 'complaint', title: 'Petition for Ejectment', filename: 'qm-petition.pdf' },
  ],
  proofs: {
    notice: { id: 'qm.proof.demand.v1', template: 'proof', title: 'Return of Demand', filename: 'qm-return.pdf' },
    summons: {
      id: 'qm.proof.citation.v1',
      template: 'proof',
      title: 'Return of Citation',
      filename: 'qm-citation.pdf',
    },
  },
  court: { name: 'Manor Court of QM', envelopeIds: 'QM/{number}', caseNumbers: '{number}-{year}' },
  cares: {
    minimumDays: 30,
    citation: '15 U.S.C. § 9058(c)',
    inForceFrom: '2020-03-27',
    inForceUntil: null,
    reviewed: '2026-11-21',
  },
};
