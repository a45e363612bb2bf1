import {
  actionOf,
  addDays,
  answerDue,
  appealPeriodEnds,
  type DayCount,
  type Deadline,
  type Ground,
  grounds,
  hearingOn,
  holidaysOf,
  isBusinessDay,
  type IsoDate,
  nextBusinessDay,
  noticeDeadlines,
  type NoticeMethod,
  noticeMethods,
  type NoticeService,
  priorNoticeExpires,
  resolveJurisdiction,
  rollToBusinessDay,
  type RulePack,
  type ServiceMethod,
  serviceMethods,
  takesEffect,
  writExpires,
} from '@evict/jurisdictions';
import {
  day,
  dayCount,
  groundNames,
  list,
  methodNames,
  readingSection,
  type Rule,
  type RuleBook,
  type Section,
  type Table,
  tableOf,
  yesOrNo,
} from './book.ts';
import { caresSection, factsSection, gatesSection } from './shared-rules.ts';

/** The rules of a jurisdiction whose cases the service handles itself. */
export function sandboxBook(pack: RulePack): RuleBook {
  return {
    id: pack.id,
    version: pack.version,
    title: `Rules of ${pack.stateCode} (${pack.name}), version ${pack.version}`,
    about: pack.about,
    sections: [
      readingSection(' A case keeps the version of the rules under which it was submitted.'),
      { title: 'Counting days', rules: [computationRule(pack), closedDaysRule(pack)] },
      {
        title: 'Notices',
        text: [
          'Substitute service leaves the paper with another adult at the premises. Posting fixes it to the main entrance, and a copy is mailed.',
        ],
        rules: [...grounds.map((ground) => noticeRule(pack, ground)), priorNoticeRule(pack)],
      },
      caresSection(pack),
      courtSection(pack),
      gatesSection(pack),
      factsSection(resolveJurisdiction({ mode: 'test', state: pack.stateCode })),
    ],
  };
}

const lastDayWords =
  'The last day belongs to the tenant: the case moves at 00:00 UTC of the day after, and no earlier.';

function computationRule(pack: RulePack): Rule {
  const { counting } = pack;
  const mailed = serviceMethods.filter((method) => counting.mailDays[method] !== undefined);
  const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
  const services = (['personal', ...mailed] as const).flatMap((method) =>
    ['2026-08-28', '2026-12-30', '2028-02-26'].map((servedDate) => ({ method, servedDate })),
  );
  const days = ['2026-07-02', '2026-07-03', '2026-07-05', '2027-12-31', '2028-02-29'];
  return {
    title: 'Computation of time',
    words: [
      'The day of service is not counted; nor is the day of any other event from which a period runs.',
      ...mailed.map(
        (method) =>
          `Service by ${methodNames[method]} counts as made on the ${ordinals[counting.mailDays[method] ?? 0]} calendar day after mailing, whether or not courts are open.`,
      ),
      'A period of business days counts only days on which courts are open.',
      'A period of calendar days counts every day. If it would end on a day on which courts are closed, it runs through the next day on which they are open.',
      'Where two dates apply, the later governs.',
      lastDayWords,
    ],
    basis: counting,
    tables: [
      tableOf('Worked examples of service', services, {
        'Served or mailed': ({ servedDate }) => day(servedDate),
        How: ({ method }) => methodNames[method],
        'Service counts as made': (service) => day(takesEffect(pack, service)),
      }),
      tableOf('Worked examples of closed days', days, {
        Day: day,
        'Courts are open': (date) => yesOrNo(isBusinessDay(pack, date)),
        'A calendar period that would end on it ends': (date) => day(rollToBusinessDay(pack, date)),
      }),
    ],
  };
}

function closedDaysRule(pack: RulePack): Rule {
  const { weekend, observedShift, holidays } = pack.calendar;
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const firstYear = Number(pack.version.slice(0, 4));
  const years = Array.from({ length: 5 }, (_, index) => firstYear + index);
  const keptOn = (name: string, year: number) =>
    holidaysOf(pack, year)
      .flatMap((one) => (one.name === name ? [day(one.observed)] : []))
      .join();
  return {
    title: 'Days on which courts are closed',
    words: [
      `Courts are closed on ${list(weekend.map((weekday) => `${weekdays[weekday]}s`))}, and on the holidays below.`,
      ...Object.entries(observedShift).map(
        ([weekday, shift]) =>
          `A holiday on a ${weekdays[Number(weekday)]} is kept on the day ${shift < 0 ? 'before' : 'after'}, which can be in another year.`,
      ),
    ],
    basis: pack.calendar,
    tables: [
      {
        caption: 'Holidays as kept',
        headers: ['Holiday', ...years.map(String)],
        rows: holidays.map(({ name }) => [
          name.slice(0, 1).toUpperCase() + name.slice(1),
          ...years.map((year) => keptOn(name, year)),
        ]),
      },
    ],
  };
}

const cureWords = {
  full_amount: 'The tenant cures by paying the full amount within the period.',
  violation_cured: 'The tenant cures by ending the violation within the period.',
  none: 'There is no right to cure.',
} as const;

function noticeRule(pack: RulePack, ground: Ground): Rule {
  const { period, cure, notBeforeLeaseEnd, methods, attempts, document } = pack.notices[ground];
  const namesOf = (some: readonly ServiceMethod[]) => some.map((method) => methodNames[method]);
  const invalid = noticeMethods.filter((method) => !methods.includes(method));
  return {
    title: `${groundNames[ground]}: ${document.title}`,
    words: [
      `The notice gives ${dayCount(period)} (deadline notice_expires).`,
      cureWords[cure],
      ...(notBeforeLeaseEnd ? ['The period never ends before the lease does.'] : []),
      `If the CARES Act covers the dwelling, the notice also gives ${pack.cares.minimumDays} calendar days (deadline cares_notice_expires, ${pack.cares.citation}), and the later date governs.`,
      `Valid service: ${list(namesOf(methods), 'or')}.`,
      ...(invalid.length > 0 ? [`Never enough: ${list(namesOf(invalid))}.`] : []),
      `In the sandbox service is attempted by ${namesOf(attempts).join(', then ')}.`,
      lastDayWords,
    ],
    basis: period,
    papers: [document, pack.proofs.notice],
    tables: [noticeExamples(pack, ground)],
  };
}

type Service = readonly [method: NoticeMethod, servedDate: IsoDate, given?: Partial<NoticeService>];

/** What is served when. The dates are chosen for what they meet: holidays, weekends, mail, leap days, ends of years. */
const noticesServed: Readonly<Record<Ground, readonly Service[]>> = {
  nonpayment: [
    ['personal', '2026-07-02'],
    ['personal', '2026-07-02', { caresCovered: true }],
    ['posting', '2026-12-24'],
    ['certified_mail', '2026-11-20'],
    ['substitute', '2028-02-24', { caresCovered: true }],
  ],
  lease_violation: [
    ['certified_mail', '2026-08-28'],
    ['personal', '2026-12-22'],
    ['posting', '2028-02-19'],
    ['substitute', '2026-06-09', { caresCovered: true }],
  ],
  holdover: [
    ['personal', '2026-06-05'],
    ['personal', '2026-06-05', { leaseEndDate: '2026-06-30' }],
    ['personal', '2026-06-05', { leaseEndDate: '2026-08-01' }],
    ['certified_mail', '2027-11-29'],
    ['substitute', '2028-01-30', { caresCovered: true }],
  ],
};

/** For each valid method that has an example, when the notice ends. */
function noticeExamples(pack: RulePack, ground: Ground): Table {
  const { methods, notBeforeLeaseEnd, period } = pack.notices[ground];
  const notices = noticesServed[ground]
    .filter(([method]) => methods.includes(method))
    .map(([method, servedDate, given]) => {
      const service = { ground, method, servedDate, caresCovered: false, leaseEndDate: null, ...given };
      const { deadlines, expires } = noticeDeadlines(pack, service);
      const dateOf = (wanted: string) => deadlines.find(({ name }) => name === wanted)?.date;
      return { ...service, expires, own: dateOf('notice_expires') ?? expires, federal: dateOf('cares_notice_expires') };
    });
  type Notice = (typeof notices)[number];
  const leaseEnds = {
    'Lease ends': ({ leaseEndDate }: Notice) => (leaseEndDate === null ? 'month to month' : day(leaseEndDate)),
  };
  return tableOf('Worked examples', notices, {
    'Served or mailed': ({ servedDate }) => day(servedDate),
    How: ({ method }) => methodNames[method],
    'CARES Act covers': ({ caresCovered }) => yesOrNo(caresCovered),
    ...(notBeforeLeaseEnd && leaseEnds),
    Counted: (notice) => counted(pack, takesEffect(pack, notice), period),
    notice_expires: ({ own }) => day(own),
    cares_notice_expires: ({ federal }) => (federal === undefined ? '-' : day(federal)),
    'Last day': ({ expires }) => day(expires),
    'Case moves': ({ expires }) => day(addDays(expires, 1)),
  });
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

function priorNoticeRule(pack: RulePack): Rule {
  const stated: [Ground, ServiceMethod, string, number][] = [
    ['nonpayment', 'personal', '2026-07-02', 5],
    ['nonpayment', 'personal', '2026-07-02', 14],
    ['nonpayment', 'posting', '2026-07-02', 30],
    ['lease_violation', 'certified_mail', '2026-08-28', 14],
    ['holdover', 'personal', '2026-11-27', 60],
  ];
  const notices = stated.map(([ground, method, servedDate, periodDays]) => {
    const notice = { ground, method, servedDate, periodDays, caresCovered: false, leaseEndDate: null };
    return { ...notice, lastDay: priorNoticeExpires(pack, notice) };
  });
  return {
    title: 'A notice served before the case',
    words: [
      'The same rules apply to the notice of a case that enters with its filing.',
      'Its last day is the later of two: the last day by these rules, and the last day by the calendar days that the notice stated.',
    ],
    basis: pack.counting,
    tables: [
      tableOf('Worked examples', notices, {
        Ground: ({ ground }) => groundNames[ground],
        'Served or mailed': ({ servedDate }) => day(servedDate),
        How: ({ method }) => methodNames[method],
        'Days stated': ({ periodDays }) => String(periodDays),
        'Last day': ({ lastDay }) => day(lastDay),
        'File from': ({ lastDay }) => day(addDays(lastDay, 1)),
      }),
    ],
  };
}

function courtSection(pack: RulePack): Section {
  const { courtDates, court, filing, proofs } = pack;
  const examples = (event: string, dates: readonly IsoDate[], due: (pack: RulePack, date: IsoDate) => Deadline) => {
    const { name } = due(pack, dates[0] ?? '');
    return [tableOf('Worked examples', dates, { [event]: day, [name]: (date) => day(due(pack, date).date) })];
  };
  const summonses = [
    { method: 'personal', servedDate: '2026-07-02' },
    { method: 'certified_mail', servedDate: '2026-06-29' },
    { method: 'posting', servedDate: '2026-12-24' },
  ] as const;
  return {
    title: 'Court',
    rules: [
      {
        title: 'Action',
        words: [
          `The action for possession is ${actionOf(pack)}, brought in the ${court.name}.`,
          `The clerk numbers filings ${court.envelopeIds} and cases ${court.caseNumbers}, where {number} counts up and {year} is the year of the filing.`,
        ],
        basis: pack.action,
        papers: filing,
      },
      {
        title: 'Answer to the summons',
        words: [
          `The answer is due ${dayCount(courtDates.answer_due)} after the summons is served (deadline answer_due). Days in the mail count as for a notice.`,
        ],
        basis: courtDates.answer_due,
        papers: [proofs.summons],
        tables: [
          tableOf('Worked examples', summonses, {
            'Summons served or mailed': ({ servedDate }) => day(servedDate),
            How: ({ method }) => methodNames[method],
            answer_due: (summons) => day(answerDue(pack, summons).date),
          }),
        ],
      },
      {
        title: 'Hearing',
        words: [`The court sets the hearing ${dayCount(courtDates.hearing)} ahead (deadline hearing).`],
        basis: courtDates.hearing,
        tables: examples('Hearing is set on', ['2026-07-02', '2026-11-12', '2026-06-20'], hearingOn),
      },
      {
        title: 'Appeal',
        words: [
          `An appeal is possible for ${dayCount(courtDates.appeal_period_ends)} after the judgment (deadline appeal_period_ends). The writ is requested on a later day.`,
        ],
        basis: courtDates.appeal_period_ends,
        tables: examples('Judgment', ['2026-07-02', '2026-12-24', '2028-02-25'], appealPeriodEnds),
      },
      {
        title: 'Writ of possession',
        words: [
          `The writ can be executed for ${dayCount(courtDates.writ_expires)} after it is issued (deadline writ_expires).`,
        ],
        basis: courtDates.writ_expires,
        tables: examples('Writ issued', ['2026-07-02', '2026-11-02', '2027-12-31'], writExpires),
      },
    ],
  };
}
