import { daysBetween } from './calendar.ts';
import type { IsoDate } from './pack.ts';

/** What a fact about a state is about, as people read it, in the order in which pages list it. */
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

/** A fact is found again in its source at least this often, or it is left out. */
export const maxAgeDays = 90;

/** Whether a fact may be shown on that day: somebody has found it in its source, and not too long ago. */
export function isCurrent({ checkedOn }: { readonly checkedOn: IsoDate }, today: IsoDate): boolean {
  const age = daysBetween(checkedOn, today);
  return age >= 0 && age <= maxAgeDays;
}

/** The name of a state in an address: `new-york`. */
export function stateSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
