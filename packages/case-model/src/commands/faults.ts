import { dateOf, type IsoDate } from '@evict/jurisdictions';
import { lastZoneDay } from '../last-zone.ts';
import type { Restatement } from '../case-event.ts';
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

/** The faults of a day on which something is said to have happened, since the case was created. */
export function dayFaults(
  path: string,
  date: IsoDate | null | undefined,
  context: FaultContext,
): (Fault | undefined)[] {
  return [futureFault(path, date, context), beforeCaseFault(path, date, context)];
}

/** The fault of a day that is not there yet. No covered place is ahead of UTC. */
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

/** The faults of the day of a hearing: not before the case was created, and at most five years ahead. */
export function hearingFaults(path: string, date: IsoDate | undefined, context: FaultContext): (Fault | undefined)[] {
  const today = dateOf(context.now);
  const last = `${Number(today.slice(0, 4)) + 5}${today.slice(4)}`;
  const isLate = date !== undefined && date > last;
  return [
    isLate ? { path, code: 'too_late', message: `Must not be after ${last}.` } : undefined,
    beforeCaseFault(path, date, context),
  ];
}

/** Which of these details a correction says otherwise than they are known. */
export function changedIn<T extends object, K extends keyof T>(
  names: readonly K[],
  given: Partial<T>,
  known: Partial<T> | null | undefined,
): K[] {
  return names.filter((name) => given[name] !== undefined && given[name] !== known?.[name]);
}

/** Whether any of these details was known. What was not is only added. */
export function restatement<T extends object>(
  changed: readonly (keyof T)[],
  known: Partial<T> | null | undefined,
): Restatement {
  return changed.some((name) => (known?.[name] ?? null) !== null) ? 'corrected' : 'added';
}

/** The fault of a correction that replaces a known detail without saying why. */
export function reasonFault<T extends object>(
  names: readonly (keyof T)[],
  given: Partial<T> & { readonly reason?: string },
  known: Partial<T> | null | undefined,
): Fault | undefined {
  const isReplaced = restatement(changedIn(names, given, known), known) === 'corrected';
  return isReplaced && given.reason === undefined
    ? missing('reason', 'Is required where something is replaced.')
    : undefined;
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
