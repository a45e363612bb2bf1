import { dateOf, type IsoDate } from '@evict/jurisdictions';

/** How far Hawaii, the westernmost US time zone, is behind UTC. */
export const lastZoneMs = 10 * 3_600_000;

/**
 * The date at an instant (epoch milliseconds) in the westernmost US time zone. No place in the United States has an
 * earlier date.
 */
export function lastZoneDay(now: number): IsoDate {
  return dateOf(now - lastZoneMs);
}
