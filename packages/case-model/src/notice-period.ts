import { addDays, type IsoDate, startOfDay } from '@evict/jurisdictions';
import { lastZoneMs } from './last-zone.ts';
import { rulesOf } from './packs.ts';
import type { CaseRecord } from './record.ts';

/**
 * The end of the notice period, in epoch milliseconds on the case's clock; null where it is not running, or its end was
 * not reported. By a rule pack it ends with its last day in UTC; by an attorney's report, where that day is over
 * everywhere in the United States.
 */
export function noticePeriodEnd(record: CaseRecord): number | null {
  if (record.state !== 'cure_period' || !record.notice?.expires) return null;
  return dayAfter(record.notice.expires) + (rulesOf(record) ? 0 : lastZoneMs);
}

/** The last day belongs to the tenant: the case moves on at the start of the next day. */
export function dayAfter(date: IsoDate): number {
  return startOfDay(addDays(date, 1));
}
