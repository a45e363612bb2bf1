import type { Basis, RulePack } from '@evict/jurisdictions';

/** The law of a place that does not exist. */
const law = (section: string): Basis => ({
  citation: `QM Code ${section}`,
  source: 'written for tests',
  checked: '2026-11-22',
  sure: 'fictional',
});

/** A second jurisdiction for tests. ISO 3166-1 reserves QM for private use, like ZZ; its law is fictional and differs from ZZ's. */
export const qm20261: RulePack = {
  id: 'qm',
  version: '2026.1',
  stateCode: 'QM',
  name: 'Second Sandbox',
  about: 'The law of a second fictional place.',
  action: { name: 'Ejectment', ...law('§ 7-1') },
  calendar: {
    weekend: [5, 6],
    holidays: [{ name: 'Founding Day', month: 7, day: 6 }],
    observedShift: {},
    ...law('§ 1-1'),
  },
  counting: { mailDays: {}, ...law('§ 1-2') },
  notices: {
    nonpayment: {
      period: { days: 3, dayKind: 'calendar', ...law('§ 5-1') },
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
      period: { days: 20, dayKind: 'business', ...law('§ 5-2') },
      cure: 'none',
      notBeforeLeaseEnd: false,
      methods: ['personal'],
      attempts: ['personal'],
      document: { id: 'qm.breach.v1', template: 'notice', title: 'Notice of Breach', filename: 'qm-breach.pdf' },
    },
    holdover: {
      period: { days: 60, dayKind: 'calendar', ...law('§ 5-3') },
      cure: 'full_amount',
      notBeforeLeaseEnd: true,
      methods: ['personal'],
      attempts: ['personal'],
      document: { id: 'qm.term.v1', template: 'notice', title: 'Notice of Term', filename: 'qm-term.pdf' },
    },
  },
  courtDates: {
    answer_due: { days: 10, dayKind: 'calendar', ...law('§ 7-5') },
    hearing: { days: 21, dayKind: 'calendar', ...law('§ 7-6') },
    appeal_period_ends: { days: 10, dayKind: 'business', ...law('§ 7-10') },
    writ_expires: { days: 30, dayKind: 'calendar', ...law('§ 7-12') },
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
  court: {
    name: 'Manor Court of QM',
    address: ['1 Manor Road'],
    telephone: '555-0110',
    access: 'Ask the clerk for an interpreter.',
    envelopeIds: 'QM/{number}',
    caseNumbers: '{number}-{year}',
  },
  counsel: {
    name: 'Q. Counsel',
    address: ['2 Manor Road'],
    telephone: '555-0111',
    email: 'q@qm.example',
    barNumber: 'QM 1',
  },
  server: { name: 'Q. Server', address: ['3 Manor Road'], telephone: '555-0112', postOffice: 'QM Post Office' },
  cares: {
    minimumDays: 30,
    citation: '15 U.S.C. § 9058(c)',
    inForceFrom: '2020-03-27',
    inForceUntil: null,
    source: 'text of § 9058',
    checked: '2026-11-22',
    sure: 'read_so',
  },
};
