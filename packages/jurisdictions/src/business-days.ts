import { addDays, monthAndDay, weekday } from './calendar.ts';
import type { CourtCalendar, HolidayRule, IsoDate } from './pack.ts';

/** Anything with a court calendar, such as a rule pack. */
interface HasCalendar {
  readonly calendar: CourtCalendar;
}

/** Whether courts are open on that day. False on weekends and on observed holidays. */
export function isBusinessDay({ calendar }: HasCalendar, date: IsoDate): boolean {
  return !calendar.weekend.includes(weekday(date)) && !isObservedHoliday(calendar, date);
}

/** Returns the first business day after the date, never the date itself. */
export function nextBusinessDay(pack: HasCalendar, date: IsoDate): IsoDate {
  return rollToBusinessDay(pack, addDays(date, 1));
}

/** Returns the date itself if it is a business day, otherwise the next one. */
export function rollToBusinessDay(pack: HasCalendar, date: IsoDate): IsoDate {
  let rolled = date;
  while (!isBusinessDay(pack, rolled)) rolled = addDays(rolled, 1);
  return rolled;
}

/** Returns the nth business day after the date. The date itself doesn't count. */
export function addBusinessDays(pack: HasCalendar, date: IsoDate, days: number): IsoDate {
  let reached = date;
  for (let counted = 0; counted < days; counted += 1) reached = nextBusinessDay(pack, reached);
  return reached;
}

/**
 * Whether a holiday is observed on that day. A holiday moves by one day at most, so its actual date is that day or next
 * to it. For December 31, that can be January 1 of the next year.
 */
function isObservedHoliday(calendar: CourtCalendar, date: IsoDate): boolean {
  return [-1, 0, 1].some((distance) => {
    const actual = addDays(date, distance);
    return shiftOf(calendar, actual) === -distance && isHoliday(calendar, actual);
  });
}

/** The number of days by which a holiday on that day moves. */
function shiftOf({ observedShift }: CourtCalendar, actual: IsoDate): number {
  return observedShift[weekday(actual)] ?? 0;
}

function isHoliday({ holidays }: CourtCalendar, date: IsoDate): boolean {
  const { month } = monthAndDay(date);
  return holidays.some((rule) => rule.month === month && fallsOn(rule, date));
}

function fallsOn(rule: HolidayRule, date: IsoDate): boolean {
  const { day } = monthAndDay(date);
  if ('day' in rule) return rule.day === day;
  if (rule.weekday !== weekday(date)) return false;
  if (rule.nth === -1) return monthAndDay(addDays(date, 7)).month !== rule.month;
  return Math.ceil(day / 7) === rule.nth;
}
