import { addDays, type IsoDate, weekday } from '@evict/jurisdictions';

/** The first day of the month that lies that many months before the month of the date. */
export function firstOfMonth(date: IsoDate, monthsBefore: number): IsoDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - monthsBefore;
  const year = String(Math.floor(months / 12)).padStart(4, '0');
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** The same day so many days earlier. */
export function daysBefore(date: IsoDate, days: number): IsoDate {
  return addDays(date, -days);
}

/** `Mon 2026-08-03`: deadlines depend on the day of the week. */
export function withWeekday(date: IsoDate): string {
  return `${weekdays[weekday(date)]} ${date}`;
}

/** `Mon 2026-08-03 09:30` for an instant in UTC. */
export function clockTime(instant: string): string {
  return `${withWeekday(instant.slice(0, 10))} ${instant.slice(11, 16)}`;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
