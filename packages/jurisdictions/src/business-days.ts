import { addDays, monthAndDay, weekday } from './calendar.ts';
import type { CourtCalendar, HolidayRule, IsoDate } from './pack.ts';

/** Anything with a court calendar: a rule pack. */
interface HasCalendar {
  readonly calendar: CourtCalendar;
}

/** False on weekends and on observed holidays. */
export function isBusinessDay({ calendar }: HasCalendar, date: IsoDate): boolean {
  return !calendar.weekend.includes(weekday(date)) && !isObservedHoliday(calendar, date);
}

/** The first business day after the date; never the date itself. */
export function nextBusinessDay(pack: HasCalendar, date: IsoDate): IsoDate {
  return rollToBusinessDay(pack, addDays(date, 1));
}

/** The date itself when it is a business day, otherwise the next one. */
export function rollToBusinessDay(pack: HasCalendar, date: IsoDate): IsoDate {
  let rolled = date;
  while (!isBusinessDay(pack, rolled)) rolled = addDays(rolled, 1);
  return rolled;
}

/** The nth business day after the date, which itself does not count. */
export function addBusinessDays(pack: HasCalendar, date: IsoDate, days: number): IsoDate {
  let reached = date;
  for (let counted = 0; counted < days; counted += 1) reached = nextBusinessDay(pack, reached);
  return reached;
}

/** A holiday moves by a day at most, so it is on the date or next to it: Dec 31 can be next year's Jan 1. */
function isObservedHoliday(calendar: CourtCalendar, date: IsoDate): boolean {
  return [-1, 0, 1].some((distance) => {
    const actual = addDays(date, distance);
    return shiftOf(calendar, actual) === -distance && isHoliday(calendar, actual);
  });
}

/** By how many days a holiday on that day moves. */
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
