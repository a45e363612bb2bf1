import { addDays, type IsoDate, startOfDay } from '@evict/jurisdictions';
import { lastZoneMs } from './last-zone.ts';
import { rulesOf } from './packs.ts';
import type { CaseRecord } from './record.ts';

/**
 * Returns the end of the notice period in epoch milliseconds on the case's clock. Null if the period isn't running or
 * its end wasn't reported. Under a rule pack, it ends with its last day in UTC. If an attorney reported it, it ends
 * once that day is over in every US state.
 */
export function noticePeriodEnd(record: CaseRecord): number | null {
  if (record.state !== 'cure_period' || !record.notice?.expires) return null;
  return dayAfter(record.notice.expires) + (rulesOf(record) ? 0 : lastZoneMs);
}

/**
 * Returns the start of the next day, in epoch milliseconds. The last day of a period belongs to the tenant, so the case
 * moves on after it.
 */
export function dayAfter(date: IsoDate): number {
  return startOfDay(addDays(date, 1));
}
