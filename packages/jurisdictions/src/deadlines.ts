import { addBusinessDays, rollToBusinessDay } from './business-days.ts';
import { addDays } from './calendar.ts';
import type {
  CaresSetting,
  CourtDateName,
  DayCount,
  Deadline,
  Ground,
  IsoDate,
  RulePack,
  ServiceMethod,
} from './pack.ts';

export interface NoticeService {
  ground: Ground;
  method: ServiceMethod;
  /** The day of service. For mail, the day of mailing. */
  servedDate: IsoDate;
  caresCovered: boolean;
  /** The last day of the lease. Null for a month-to-month tenancy. */
  leaseEndDate: IsoDate | null;
}

/**
 * Returns the deadlines that follow from the service of a notice, and the day on which the notice expires, which is the
 * latest of them. That day still belongs to the tenant, so nothing may happen before 00:00 UTC of the next day.
 */
export function noticeDeadlines(pack: RulePack, service: NoticeService): { deadlines: Deadline[]; expires: IsoDate } {
  const rule = pack.notices[service.ground];
  const counted = takesEffect(pack, service);
  const ends = endOfPeriod(pack, counted, rule.period);
  const atLeast = rule.notBeforeLeaseEnd ? service.leaseEndDate : null;
  const deadlines: Deadline[] = [
    {
      name: 'notice_expires',
      date: atLeast === null ? ends : later(ends, rollToBusinessDay(pack, atLeast)),
      citation: rule.period.citation,
    },
  ];
  const minimumDays = service.caresCovered ? caresMinimumDays(pack, service.servedDate) : null;
  if (minimumDays !== null) {
    const date = endOfPeriod(pack, counted, { days: minimumDays, dayKind: 'calendar' });
    deadlines.push({ name: 'cares_notice_expires', date, citation: pack.cares.citation });
  }
  return { deadlines, expires: deadlines.map(({ date }) => date).reduce(later) };
}

/**
 * Returns the end of the notice period, for a notice that was served before the case began: by the pack's rules, or by
 * the number of days that the notice states if that is later. The stated days are calendar days.
 */
export function priorNoticeExpires(pack: RulePack, service: NoticeService & { periodDays: number }): IsoDate {
  const { expires } = noticeDeadlines(pack, service);
  return later(expires, rollToBusinessDay(pack, addDays(takesEffect(pack, service), service.periodDays)));
}

/**
 * Returns the number of days of notice that federal law requires for a covered dwelling on that day. Null if it
 * requires none.
 */
export function caresMinimumDays({ cares }: { readonly cares: CaresSetting }, date: IsoDate): number | null {
  if (date < cares.inForceFrom) return null;
  return cares.inForceUntil === null || date <= cares.inForceUntil ? cares.minimumDays : null;
}

/**
 * Returns the last day for the tenant's answer. If the summons was served by mail, the pack's days for mail are added
 * first, as for a notice.
 */
export function answerDue(pack: RulePack, summons: Pick<NoticeService, 'servedDate' | 'method'>): Deadline {
  return courtDate(pack, 'answer_due', takesEffect(pack, summons));
}

/** Returns the day of a hearing that the court sets on the given day. */
export function hearingOn(pack: RulePack, setOn: IsoDate): Deadline {
  return courtDate(pack, 'hearing', setOn);
}

/** Returns the last day for an appeal. */
export function appealPeriodEnds(pack: RulePack, judgmentDate: IsoDate): Deadline {
  return courtDate(pack, 'appeal_period_ends', judgmentDate);
}

/** Returns the last day on which the writ can be executed. */
export function writExpires(pack: RulePack, issuedDate: IsoDate): Deadline {
  return courtDate(pack, 'writ_expires', issuedDate);
}

function courtDate(pack: RulePack, name: CourtDateName, from: IsoDate): Deadline {
  const period = pack.courtDates[name];
  return { name, date: endOfPeriod(pack, from, period), citation: period.citation };
}

/**
 * Returns the last day of a period. The first day doesn't count. A period of calendar days that ends on a day without
 * court is extended to the next business day.
 */
function endOfPeriod(pack: RulePack, from: IsoDate, { days, dayKind }: DayCount): IsoDate {
  if (dayKind === 'business') return addBusinessDays(pack, from, days);
  return rollToBusinessDay(pack, addDays(from, days));
}

/** Returns the day on which service takes effect, from which the period is counted. */
export function takesEffect(
  { counting }: RulePack,
  { servedDate, method }: Pick<NoticeService, 'servedDate' | 'method'>,
): IsoDate {
  return addDays(servedDate, counting.mailDays[method] ?? 0);
}

function later(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other;
}
