import { addBusinessDays, rollToBusinessDay } from './business-days.ts';
import { addDays } from './calendar.ts';
import type {
  CaresSetting,
  CourtDateName,
  Deadline,
  Ground,
  IsoDate,
  Period,
  RulePack,
  ServiceMethod,
} from './pack.ts';

export interface NoticeService {
  ground: Ground;
  method: ServiceMethod;
  /** For mail, the day of mailing. */
  servedDate: IsoDate;
  caresCovered: boolean;
  /** Null for a tenancy from month to month. */
  leaseEndDate: IsoDate | null;
}

/**
 * When a notice served that day runs out, with every deadline that comes of it. `expires` is the later of them; it is
 * the last day of the period and belongs to the tenant, so nothing may happen before 00:00 UTC of the next day.
 */
export function noticeDeadlines(pack: RulePack, service: NoticeService): { deadlines: Deadline[]; expires: IsoDate } {
  const rule = pack.notices[service.ground];
  const counted = countedFrom(pack, service);
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
    const { citation } = pack.cares;
    const date = endOfPeriod(pack, counted, { days: minimumDays, dayKind: 'calendar', citation });
    deadlines.push({ name: 'cares_notice_expires', date, citation });
  }
  return { deadlines, expires: deadlines.map(({ date }) => date).reduce(later) };
}

/**
 * The last day of a notice that was served before the case came to us: what the pack demands, or the days that the
 * notice itself gave where they run longer. Days given are calendar days; the pack's own minimum is counted its way.
 */
export function priorNoticeExpires(pack: RulePack, service: NoticeService & { periodDays: number }): IsoDate {
  const { expires } = noticeDeadlines(pack, service);
  return later(expires, rollToBusinessDay(pack, addDays(countedFrom(pack, service), service.periodDays)));
}

/** The days of notice that federal law asks for a covered dwelling on that day; null where it asks for none. */
export function caresMinimumDays({ cares }: { readonly cares: CaresSetting }, date: IsoDate): number | null {
  if (date < cares.inForceFrom) return null;
  return cares.inForceUntil === null || date <= cares.inForceUntil ? cares.minimumDays : null;
}

/** The last day for the tenant's answer; a summons by mail counts as served as late as a notice by mail does. */
export function answerDue(pack: RulePack, summons: Pick<NoticeService, 'servedDate' | 'method'>): Deadline {
  return courtDate(pack, 'answer_due', countedFrom(pack, summons));
}

/** The day the court hears a case whose hearing it sets on the given day. */
export function hearingOn(pack: RulePack, setOn: IsoDate): Deadline {
  return courtDate(pack, 'hearing', setOn);
}

/** The last day for an appeal. */
export function appealPeriodEnds(pack: RulePack, judgmentDate: IsoDate): Deadline {
  return courtDate(pack, 'appeal_period_ends', judgmentDate);
}

/** The last day the writ can be carried out. */
export function writExpires(pack: RulePack, issuedDate: IsoDate): Deadline {
  return courtDate(pack, 'writ_expires', issuedDate);
}

function courtDate(pack: RulePack, name: CourtDateName, from: IsoDate): Deadline {
  const period = pack.courtDates[name];
  return { name, date: endOfPeriod(pack, from, period), citation: period.citation };
}

/** The first day is not counted; a period of calendar days that ends on a closed day runs to the next business day. */
function endOfPeriod(pack: RulePack, from: IsoDate, { days, dayKind }: Period): IsoDate {
  if (dayKind === 'business') return addBusinessDays(pack, from, days);
  return rollToBusinessDay(pack, addDays(from, days));
}

/** The day that service counts as made. */
function countedFrom(
  { mailDays }: RulePack,
  { servedDate, method }: Pick<NoticeService, 'servedDate' | 'method'>,
): IsoDate {
  return addDays(servedDate, mailDays[method] ?? 0);
}

function later(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other;
}
