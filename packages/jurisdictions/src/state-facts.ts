import { daysBetween, startOfDay } from './calendar.ts';
import type { IsoDate } from './pack.ts';

/** The topics of facts about a state with their display names, in the order in which pages list them. */
export const topicNames = {
  notice: 'Notice',
  counting: 'Counting of days',
  service: 'Service',
  court: 'Court',
  filing_fee: 'Filing fee',
  days_to_hearing: 'Days to the hearing',
  registration: 'Registration or license',
  just_cause: 'Just cause',
  local_law: 'Local law',
} as const;

export const stateTopics = Object.keys(topicNames) as (keyof typeof topicNames)[];

/**
 * How far a fact can be relied on: `checked` if its page was opened and compared within 90 days, `as_of` for any other
 * quote with a date, and `older` if that date is more than three years ago.
 */
export const factStatuses = ['checked', 'as_of', 'older'] as const;

export type FactStatus = (typeof factStatuses)[number];

const checkedForDays = 90;
const olderAfterYears = 3;

interface Dated {
  /** A day or month, as `2026-03-01` or `2026-03`. */
  readonly asOf: string;
  /** Null if the page was never compared. */
  readonly checkedOn: IsoDate | null;
}

/** Returns the status of a fact on that day. A month counts from its first day. */
export function factStatus({ asOf, checkedOn }: Dated, today: IsoDate): FactStatus {
  const age = checkedOn === null ? -1 : daysBetween(checkedOn, today);
  if (age >= 0 && age <= checkedForDays) return 'checked';
  const threeYearsAgo = `${Number(today.slice(0, 4)) - olderAfterYears}${today.slice(4)}`;
  // A month is a prefix of its first day, so it sorts before that day and after the day before it.
  return asOf < threeYearsAgo ? 'older' : 'as_of';
}

/** Returns the status of a fact in words, for people and agents. */
export function factWords({ asOf, checkedOn, status }: Dated & { readonly status: FactStatus }): string {
  if (status === 'checked' && checkedOn !== null) return `Checked on ${dateInWords(checkedOn)}`;
  return `As of ${dateInWords(asOf)}. Check the source before you rely on it.`;
}

/** The heading above the facts whose status is `older`. */
export const olderHeading = 'Older';

/** Formats a day as `Mar 1, 2026`, and a month as `Mar 2026`. */
function dateInWords(date: string): string {
  const [year, month, day] = date.split('-');
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: day === undefined ? undefined : 'numeric',
  });
  return format.format(startOfDay(`${year}-${month}-${day ?? '01'}`));
}

/** Returns the form of a state's name in a URL, such as `new-york`. */
export function stateSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
