import {
  addDays,
  answerDue,
  appealPeriodEnds,
  type CourtDateName,
  type DayCount,
  type Deadline,
  type Ground,
  hearingOn,
  isBusinessDay,
  type IsoDate,
  nextBusinessDay,
  noticeDeadlines,
  type NoticeMethod,
  type NoticeService,
  priorNoticeExpires,
  type RulePack,
  type ServiceMethod,
  takesEffect,
  writExpires,
} from '@evict/jurisdictions';
import type { Table } from './book.ts';
import { day, groundNames, methodNames, yesOrNo } from './words.ts';

type Service = { readonly method: NoticeMethod } & Pick<NoticeService, 'servedDate'> &
  Partial<Omit<NoticeService, 'method'>>;

/** What is served when. The dates are chosen for what they meet: holidays, weekends, mail, leap days, ends of years. */
const noticesServed: Readonly<Record<Ground, readonly Service[]>> = {
  nonpayment: [
    { method: 'personal', servedDate: '2026-07-02' },
    { method: 'personal', servedDate: '2026-07-02', caresCovered: true },
    { method: 'posting', servedDate: '2026-12-24' },
    { method: 'certified_mail', servedDate: '2026-11-20' },
    { method: 'substitute', servedDate: '2028-02-24', caresCovered: true },
  ],
  lease_violation: [
    { method: 'certified_mail', servedDate: '2026-08-28' },
    { method: 'personal', servedDate: '2026-12-22' },
    { method: 'posting', servedDate: '2028-02-19' },
    { method: 'substitute', servedDate: '2026-06-09', caresCovered: true },
  ],
  holdover: [
    { method: 'personal', servedDate: '2026-06-05' },
    { method: 'personal', servedDate: '2026-06-05', leaseEndDate: '2026-06-30' },
    { method: 'personal', servedDate: '2026-06-05', leaseEndDate: '2026-08-01' },
    { method: 'certified_mail', servedDate: '2027-11-29' },
    { method: 'substitute', servedDate: '2028-01-30', caresCovered: true },
  ],
};

/** For each valid method that has an example, when the notice ends. */
export function noticeExamples(pack: RulePack, ground: Ground): Table {
  const { methods, notBeforeLeaseEnd, period } = pack.notices[ground];
  const rows = noticesServed[ground]
    .filter(({ method }) => methods.includes(method))
    .map(({ method, servedDate, caresCovered = false, leaseEndDate = null }) => {
      const { deadlines, expires } = noticeDeadlines(pack, { ground, method, servedDate, caresCovered, leaseEndDate });
      const dateOf = (wanted: string) => deadlines.find(({ name }) => name === wanted)?.date;
      const federal = dateOf('cares_notice_expires');
      return [
        day(servedDate),
        methodNames[method],
        yesOrNo(caresCovered),
        ...(notBeforeLeaseEnd ? [leaseEndDate === null ? 'month to month' : day(leaseEndDate)] : []),
        counted(pack, takesEffect(pack, { method, servedDate }), period),
        day(dateOf('notice_expires') ?? expires),
        federal === undefined ? '-' : day(federal),
        day(expires),
        day(addDays(expires, 1)),
      ];
    });
  return {
    caption: 'Worked examples',
    headers: [
      'Served or mailed',
      'How',
      'CARES Act covers',
      ...(notBeforeLeaseEnd ? ['Lease ends'] : []),
      'Counted',
      'notice_expires',
      'cares_notice_expires',
      'Last day',
      'Case moves',
    ],
    rows,
  };
}

/** The business days that count, or the calendar day that is the last to count and whether courts are closed on it. */
function counted(pack: RulePack, from: IsoDate, { days, dayKind }: DayCount): string {
  if (dayKind === 'business') {
    const open: IsoDate[] = [];
    for (let date = from; open.length < days; open.push(date)) date = nextBusinessDay(pack, date);
    return open.map(day).join(', ');
  }
  const last = addDays(from, days);
  return `day ${days} is ${day(last)}${isBusinessDay(pack, last) ? '' : ', closed'}`;
}

/** Notices of cases that enter with their filing. */
export function priorNoticeExamples(pack: RulePack): Table {
  const stated: [Ground, ServiceMethod, string, number][] = [
    ['nonpayment', 'personal', '2026-07-02', 5],
    ['nonpayment', 'personal', '2026-07-02', 14],
    ['nonpayment', 'posting', '2026-07-02', 30],
    ['lease_violation', 'certified_mail', '2026-08-28', 14],
    ['holdover', 'personal', '2026-11-27', 60],
  ];
  return {
    caption: 'Worked examples',
    headers: ['Ground', 'Served or mailed', 'How', 'Days stated', 'Last day', 'File from'],
    rows: stated.map(([ground, method, servedDate, periodDays]) => {
      const service = { ground, method, servedDate, periodDays, caresCovered: false, leaseEndDate: null };
      const lastDay = priorNoticeExpires(pack, service);
      return [
        groundNames[ground],
        day(servedDate),
        methodNames[method],
        String(periodDays),
        day(lastDay),
        day(addDays(lastDay, 1)),
      ];
    }),
  };
}

/** The dates that follow from court events. */
export function courtDateExamples(pack: RulePack, name: CourtDateName): Table {
  if (name === 'answer_due') return answerExamples(pack);
  const { event, on, computed } = courtEvents[name];
  return {
    caption: 'Worked examples',
    headers: [event, name],
    rows: on.map((date) => [day(date), day(computed(pack, date).date)]),
  };
}

const courtEvents: Readonly<
  Record<
    Exclude<CourtDateName, 'answer_due'>,
    { event: string; on: readonly IsoDate[]; computed: (pack: RulePack, date: IsoDate) => Deadline }
  >
> = {
  hearing: { event: 'Hearing is set on', on: ['2026-07-02', '2026-11-12', '2026-06-20'], computed: hearingOn },
  appeal_period_ends: { event: 'Judgment', on: ['2026-07-02', '2026-12-24', '2028-02-25'], computed: appealPeriodEnds },
  writ_expires: { event: 'Writ issued', on: ['2026-07-02', '2026-11-02', '2027-12-31'], computed: writExpires },
};

function answerExamples(pack: RulePack): Table {
  const summonses: Service[] = [
    { method: 'personal', servedDate: '2026-07-02' },
    { method: 'certified_mail', servedDate: '2026-06-29' },
    { method: 'posting', servedDate: '2026-12-24' },
  ];
  return {
    caption: 'Worked examples',
    headers: ['Summons served or mailed', 'How', 'answer_due'],
    rows: summonses.map((summons) => [
      day(summons.servedDate),
      methodNames[summons.method],
      day(answerDue(pack, summons).date),
    ]),
  };
}
