const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
let moments = momentsIn(undefined);
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const shortRelative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' });
const daysInWords = 7;
const DAY_MS = 86_400_000;

/** Returns midnight UTC at the start of a day. */
export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function isSameYear(one: string, other: string): boolean {
  return one.slice(0, 4) === other.slice(0, 4);
}

/** Formats a day such as `2026-07-10` in words. A day has no time zone, so the result is never a day off. */
export function formatDay(day: string): string {
  return dayFormat.format(midnight(day));
}

function momentsIn(timeZone: string | undefined) {
  return {
    time: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    clock: new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone }),
    day: new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }),
  };
}

/** Formats a day, without the year if that is the current one: `Dec 4`. */
export function formatShortDay(day: string, today = dayOf(new Date())): string {
  return isSameYear(day, today) ? shortDayFormat.format(midnight(day)) : formatDay(day);
}

/**
 * Sets the time zone in which moments are shown from now on. Without one, or if the browser doesn't know it, moments
 * are shown in the user's time zone.
 */
export function showMomentsIn(timeZone: string | undefined): void {
  try {
    moments = momentsIn(timeZone);
  } catch {
    moments = momentsIn(undefined);
  }
}

/** Formats a moment such as `2026-07-01T09:30:00.000Z` in words, in the organization's time zone or else the user's. */
export function formatMoment(moment: string): string {
  return moments.time.format(new Date(moment));
}

/** Formats a moment in a log: the time with seconds if it was today (`9:41:07 AM`), otherwise the day and the time. */
export function formatLogged(moment: string, now: Date): string {
  const at = new Date(moment);
  return dayOf(at) === dayOf(now) ? moments.clock.format(at) : moments.time.format(at);
}

/** Formats the day of a moment in words, in the same time zone as `formatMoment`. */
export function formatDayOf(moment: string): string {
  return formatDay(dayOf(new Date(moment)));
}

/** Returns the day of a moment as `2026-07-01`, in the same time zone as `formatMoment`. */
export function dayOf(moment: Date): string {
  return moments.day.format(moment);
}

const longDayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** Formats a day for a heading: `December 4`, with the year if that isn't the current one. */
export function formatLongDay(day: string, today = dayOf(new Date())): string {
  const text = longDayFormat.format(midnight(day));
  return isSameYear(day, today) ? text : `${text}, ${day.slice(0, 4)}`;
}

/** Returns the day of the week, abbreviated: `Fri`. */
export function weekdayOf(day: string): string {
  return weekdayFormat.format(midnight(day));
}

/** Formats a day with its day of the week: `Fri, Dec 4`. */
export function formatWeekday(day: string, today = dayOf(new Date())): string {
  return `${weekdayOf(day)}, ${formatShortDay(day, today)}`;
}

/** Returns the number of days from one day to another. Negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to).getTime() - midnight(from).getTime()) / DAY_MS);
}

/** Returns the day that is `count` days after `day`. */
export function addDays(day: string, count: number): string {
  return new Date(midnight(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a number of days from today: `in 3 days`, `tomorrow`, `today`, `2 days ago`. */
export function formatDaysLeft(days: number): string {
  return relative.format(days, 'day');
}

/**
 * Formats how long ago a moment was: `just now`, `38 min ago`, `2 hr ago`, `yesterday`, `3 days ago`, and after a week
 * the day itself.
 */
export function formatAgo(moment: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(moment)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return short(-minutes, 'minute');
  const days = daysBetween(dayOf(new Date(moment)), dayOf(now));
  if (days === 0 || minutes < 12 * 60) return short(-Math.floor(minutes / 60), 'hour');
  return days < daysInWords ? short(-days, 'day') : formatShortDay(dayOf(new Date(moment)), dayOf(now));
}

function short(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return shortRelative.format(count, unit).replace('.', '');
}

/** Formats a waiting time such as `4 min 30 s`. */
export function formatWait(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents in dollars, with a minus sign before a negative amount. */
export function formatCents(cents: number): string {
  return format.format(cents / 100).replace('-', '−');
}

/**
 * Parses an amount as people write it, such as `$1,400.00` or `1400`, into cents. Returns null if it isn't an amount in
 * whole cents.
 */
export function parseCents(text: string): number | null {
  const [, sign, whole, cents = ''] = /^\s*(-?)\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(value) ? (sign === '-' ? -value : value) : null;
}

/**
 * Replaces the characters that change the direction of text with a visible one, in a name that somebody else chose.
 * Otherwise `gpj.exe` could be shown as `exe.jpg`, and the words around the name could change their order.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** Formats a number with its noun: `1 row`, `38 rows`, `5,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
