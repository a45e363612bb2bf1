import { dateOf, type IsoDate } from '@evict/jurisdictions';

/** By how much the last US time zone, Hawaii's, is behind UTC. */
export const lastZoneMs = 10 * 3_600_000;

/** The day of an instant (epoch milliseconds) in the last US time zone: no place in the United States has an earlier one. */
export function lastZoneDay(now: number): IsoDate {
  return dateOf(now - lastZoneMs);
}
