import { addDays, type IsoDate, startOfDay } from '@evict/jurisdictions';
import { lastZoneMs } from './last-zone.ts';
import { rulesOf } from './packs.ts';
import type { CaseRecord } from './record.ts';

/**
 * The end of the notice period in epoch milliseconds on the case's clock. Null if it isn't running or its end wasn't
 * reported. Under a rule pack it ends with its last day in UTC; as reported by an attorney, when that day is over
 * everywhere in the United States.
 */
export function noticePeriodEnd(record: CaseRecord): number | null {
  if (record.state !== 'cure_period' || !record.notice?.expires) return null;
  return dayAfter(record.notice.expires) + (rulesOf(record) ? 0 : lastZoneMs);
}

/** The last day belongs to the tenant, so the case moves on at the start of the next day. */
export function dayAfter(date: IsoDate): number {
  return startOfDay(addDays(date, 1));
}
