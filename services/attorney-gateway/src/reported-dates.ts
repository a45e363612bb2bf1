import { type Issue, invalidRequest } from '@evict/contract';
import { dateOf } from '@evict/jurisdictions';
import type { CaseRow } from '@evict/store/cases';

/** By how much the last US time zone, Hawaii's, is behind UTC. */
const lastZoneMs = 10 * 3_600_000;

/** A field that must not be sent, or must be, in the company of others. */
export function fault(path: string, code: string, message: string): Issue {
  return { path, code, message };
}

export const missing = (path: string, message: string) => fault(path, 'required', message);
export const misplaced = (path: string, message: string) => fault(path, 'not_allowed', message);

/** Throws 400 with every fault. */
export function requireFaultless(issues: readonly (Issue | false | undefined)[]): void {
  const found = issues.filter((issue) => typeof issue === 'object');
  if (found.length > 0) throw invalidRequest(found);
}

/** The fault of a day on which something is said to have happened: no covered place is ahead of UTC. */
export function futureFault(path: string, date: string | undefined): Issue | undefined {
  const isFuture = date !== undefined && date > dateOf(Date.now());
  return isFuture ? fault(path, 'future', 'Must not be after today.') : undefined;
}

/** The fault of such a day before the case was created. */
export function earlyFault(path: string, date: string | undefined, { createdAt }: CaseRow): Issue | undefined {
  const isEarly = date !== undefined && date < dateOf(createdAt.getTime() - lastZoneMs);
  return isEarly ? fault(path, 'before_case', 'Must not be before the case.') : undefined;
}

/** The fault of a day that is over everywhere in the United States. */
export function pastFault(path: string, date: string | undefined): Issue | undefined {
  const isPast = date !== undefined && date < dateOf(Date.now() - lastZoneMs);
  return isPast ? fault(path, 'past', 'Must not be before today.') : undefined;
}

/** The fault of a period that ends before it starts. */
export function orderFault(path: string, end: string | null | undefined, begin: string | null | undefined) {
  const isReversed = end && begin && end < begin;
  return isReversed ? fault(path, 'before_service', 'Must not be before servedDate.') : undefined;
}
