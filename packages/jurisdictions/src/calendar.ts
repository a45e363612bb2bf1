import type { IsoDate, Weekday } from './pack.ts';

const dayMs = 86_400_000;

/** Returns the date this many calendar days later, or earlier if the number is negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOf(startOfDay(date) + days * dayMs);
}

/** Returns the number of calendar days from one date to the other. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (startOfDay(to) - startOfDay(from)) / dayMs;
}

/** Returns the UTC day of an instant in epoch milliseconds. */
export function dateOf(epochMs: number): IsoDate {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Returns 00:00 UTC of the day, in epoch milliseconds. */
export function startOfDay(date: IsoDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** Whether the text is a `YYYY-MM-DD` date that exists, in the years 1900 to 2200. */
export function isIsoDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || year < '1900' || year > '2200') return false;
  const lastDay = daysInMonth(Number(year), Number(month));
  return Number(day) >= 1 && Number(day) <= lastDay;
}

/** Returns the day of the week. 0 is Sunday, 6 is Saturday. */
export function weekday(date: IsoDate): Weekday {
  return new Date(startOfDay(date)).getUTCDay() as Weekday;
}

/** Returns the month (1 to 12) and the day of the month. */
export function monthAndDay(date: IsoDate): { month: number; day: number } {
  return { month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Returns the number of days in the month. 0 if the month doesn't exist. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
