import { dateOf, type IsoDate } from '@evict/jurisdictions';
import { lastZoneDay } from '../last-zone.ts';
import type { Restatement } from '../case-event.ts';
import type { Fault, FaultContext } from './command.ts';

/** Returns a fault for a missing field that other fields require. */
export const missing = (path: string, message: string): Fault => ({ path, code: 'required', message });

/** Returns a fault for a field that isn't allowed together with other fields. */
export const misplaced = (path: string, message: string): Fault => ({ path, code: 'not_allowed', message });

/** Returns a fault if none of these fields is given. */
export function noneGiven(given: Readonly<Record<string, unknown>>): Fault | undefined {
  if (Object.values(given).some((value) => value !== undefined && value !== null)) return undefined;
  const names = Object.keys(given);
  const message = `Send ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`;
  return { path: '', code: 'required', message, anyOf: names };
}

/** Returns faults if a day that must have passed is in the future or before the case was created. */
export function dayFaults(
  path: string,
  date: IsoDate | null | undefined,
  context: FaultContext,
): (Fault | undefined)[] {
  return [futureFault(path, date, context), beforeCaseFault(path, date, context)];
}

/** Returns a fault if the day is after today in UTC. No place that we serve is ahead of UTC. */
export function futureFault(path: string, date: IsoDate | null | undefined, { now }: FaultContext): Fault | undefined {
  return date && date > dateOf(now) ? { path, code: 'future', message: 'Must not be after today.' } : undefined;
}

function beforeCaseFault(
  path: string,
  date: IsoDate | null | undefined,
  { createdAt }: FaultContext,
): Fault | undefined {
  const isEarly = date && createdAt !== undefined && date < lastZoneDay(createdAt);
  return isEarly ? { path, code: 'before_case', message: 'Must not be before the case was created.' } : undefined;
}

/** Returns faults if the day of a hearing is before the case was created or more than five years ahead. */
export function hearingFaults(path: string, date: IsoDate | undefined, context: FaultContext): (Fault | undefined)[] {
  const today = dateOf(context.now);
  const last = `${Number(today.slice(0, 4)) + 5}${today.slice(4)}`;
  const isLate = date !== undefined && date > last;
  return [
    isLate ? { path, code: 'too_late', message: `Must not be after ${last}.` } : undefined,
    beforeCaseFault(path, date, context),
  ];
}

/** Returns the fields whose corrected value differs from the recorded one. */
export function changedIn<T extends object, K extends keyof T>(
  names: readonly K[],
  given: Partial<T>,
  known: Partial<T> | null | undefined,
): K[] {
  return names.filter((name) => given[name] !== undefined && given[name] !== known?.[name]);
}

/** Returns `corrected` if any of these details was recorded before, and `added` if all are new. */
export function restatement<T extends object>(
  changed: readonly (keyof T)[],
  known: Partial<T> | null | undefined,
): Restatement {
  return changed.some((name) => (known?.[name] ?? null) !== null) ? 'corrected' : 'added';
}

/** Returns a fault if a correction replaces a recorded value without giving a reason. */
export function reasonFault<T extends object>(
  names: readonly (keyof T)[],
  given: Partial<T> & { readonly reason?: string },
  known: Partial<T> | null | undefined,
): Fault | undefined {
  const isReplaced = restatement(changedIn(names, given, known), known) === 'corrected';
  return isReplaced && given.reason === undefined
    ? missing('reason', 'Required if a recorded value is replaced.')
    : undefined;
}

/** Returns a fault if the day has passed everywhere in the United States. */
export function pastFault(path: string, date: IsoDate | undefined, { now }: FaultContext): Fault | undefined {
  const isPast = date !== undefined && date < lastZoneDay(now);
  return isPast ? { path, code: 'past', message: 'Must not be before today.' } : undefined;
}

/** Returns a fault if a notice period ends before the date of service. */
export function orderFault(end: IsoDate | null, begin: IsoDate | null): Fault | undefined {
  const isReversed = end !== null && begin !== null && end < begin;
  const message = 'Must not be before the date of service.';
  return isReversed ? { path: 'expires', code: 'before_service', message } : undefined;
}
