import { dateOf, type IsoDate } from '@evict/jurisdictions';

/** How far behind UTC the westernmost time zone of the US states (Hawaii) is, in milliseconds. */
export const lastZoneMs = 10 * 3_600_000;

/**
 * Returns the date at `now` (epoch milliseconds) in the westernmost time zone of the US states. No state has an earlier
 * date.
 */
export function lastZoneDay(now: number): IsoDate {
  return dateOf(now - lastZoneMs);
}
