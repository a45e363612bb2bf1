import { type NoticeRule, packByVersion, type RulePack } from '@evict/jurisdictions';

const zz = packByVersion('zz', '2026.1');

/** Cites a section of the law of a fictional place. */
const law = (section: string) =>
  ({ citation: `QM Code ${section}`, source: 'written for tests', checked: '2026-11-22', sure: 'fictional' }) as const;
const period = (days: number, dayKind: 'business' | 'calendar', section: string) => ({
  days,
  dayKind,
  ...law(section),
});
const paper = <T extends 'notice' | 'complaint' | 'proof'>(template: T, name: string, title: string) => {
  return { id: `qm.${name}.v1`, template, title, filename: `qm-${name.replace('.', '-')}.pdf` };
};
const notice = (over: Pick<NoticeRule, 'period' | 'cure' | 'document'>, methods: NoticeRule['methods']): NoticeRule => {
  return { notBeforeLeaseEnd: false, methods, attempts: methods, ...over };
};

/**
 * A second jurisdiction for tests. ISO 3166-1 reserves QM for private use, like ZZ. Its law is fictional and differs
 * from ZZ's.
 */
export const qm20261: RulePack = {
  ...zz,
  id: 'qm',
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
    nonpayment: notice(
      {
        period: period(3, 'calendar', '§ 5-1'),
        cure: 'full_amount',
        document: paper('notice', 'demand', 'Demand for Rent'),
      },
      ['posting', 'personal'],
    ),
    lease_violation: notice(
      {
        period: period(20, 'business', '§ 5-2'),
        cure: 'none',
        document: paper('notice', 'breach', 'Notice of Breach'),
      },
      ['personal'],
    ),
    holdover: notice(
      {
        period: period(60, 'calendar', '§ 5-3'),
        cure: 'full_amount',
        document: paper('notice', 'term', 'Notice of Term'),
      },
      ['personal'],
    ),
  },
  courtDates: {
    answer_due: period(10, 'calendar', '§ 7-5'),
    hearing: period(21, 'calendar', '§ 7-6'),
    appeal_period_ends: period(10, 'business', '§ 7-10'),
    writ_expires: period(30, 'calendar', '§ 7-12'),
  },
  filing: [paper('complaint', 'petition', 'Petition for Ejectment')],
  proofs: {
    notice: paper('proof', 'proof.demand', 'Return of Demand'),
    summons: paper('proof', 'proof.citation', 'Return of Citation'),
  },
  court: { ...zz.court, name: 'Manor Court of QM', address: ['1 Manor Road'] },
  counsel: { ...zz.counsel, address: ['2 Manor Road'], barNumber: 'QM 1' },
  server: { ...zz.server, address: ['3 Manor Road'], postOffice: 'QM Post Office' },
};
