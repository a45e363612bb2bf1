import { dateOf, type IsoDate } from '@evict/jurisdictions';
import { lastZoneDay } from '../last-zone.ts';
import type { Fault, FaultContext } from './command.ts';

/** A field that must be sent in the company of others. */
export const missing = (path: string, message: string): Fault => ({ path, code: 'required', message });

/** A field that must not be sent in the company of others. */
export const misplaced = (path: string, message: string): Fault => ({ path, code: 'not_allowed', message });

/** The fault of a body that has none of these fields. */
export function noneGiven(given: Readonly<Record<string, unknown>>): Fault | undefined {
  if (Object.values(given).some((value) => value !== undefined && value !== null)) return undefined;
  const names = Object.keys(given);
  const message = `Send ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`;
  return { path: '', code: 'required', message, anyOf: names };
}

/** The faults of a day on which something is said to have happened, since the case was created. No covered place is ahead of UTC. */
export function dayFaults(path: string, date: IsoDate | null | undefined, { now, createdAt }: FaultContext): Fault[] {
  if (date === null || date === undefined) return [];
  const isEarly = createdAt !== undefined && date < lastZoneDay(createdAt);
  return [
    ...(date > dateOf(now) ? [{ path, code: 'future', message: 'Must not be after today.' }] : []),
    ...(isEarly ? [{ path, code: 'before_case', message: 'Must not be before the case was created.' }] : []),
  ];
}

/** The fault of a day that is over everywhere in the United States. */
export function pastFault(path: string, date: IsoDate | undefined, { now }: FaultContext): Fault | undefined {
  const isPast = date !== undefined && date < lastZoneDay(now);
  return isPast ? { path, code: 'past', message: 'Must not be before today.' } : undefined;
}

/** The fault of a period that ends before it starts. */
export function orderFault(end: IsoDate | null, begin: IsoDate | null): Fault | undefined {
  const isReversed = end !== null && begin !== null && end < begin;
  const message = 'Must not be before the date of service.';
  return isReversed ? { path: 'expires', code: 'before_service', message } : undefined;
}
