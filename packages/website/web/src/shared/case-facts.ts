import type { Case } from '../api/queries.ts';
import { dayOf, plainName } from './format.ts';

/** Formats the property's address on one line. */
export function placeOf({ data: { property } }: Pick<Case, 'data'>): string {
  const unit = property.unit === undefined ? '' : `, ${property.unit}`;
  return plainName(`${property.line1}${unit}, ${property.city}, ${property.state.toUpperCase()}`);
}

/** Formats the property's address on two lines: the street with the unit, and the city. */
export function addressOf({ data: { property } }: Pick<Case, 'data'>): { street: string; city: string } {
  const { line1, unit, city, state, zip } = property;
  return {
    street: plainName(unit === undefined ? line1 : `${line1}, ${unit}`),
    city: plainName(`${city}, ${state.toUpperCase()} ${zip}`),
  };
}

/**
 * Returns the current time on the case's clock. A test case's clock runs at real speed from the time of its last
 * change. A live case uses real time.
 */
export function clockOf({ mode, updatedAt, data: { progress } }: Timed, now = new Date()): Date {
  if (mode === 'live') return now;
  const sinceChange = Math.max(0, now.getTime() - Date.parse(updatedAt));
  return new Date(Math.max(now.getTime(), Date.parse(progress.clock) + sinceChange));
}

/**
 * Returns the current day on the case's clock: in UTC for a test case, like its dates, and in the user's time zone for
 * a live one.
 */
export function clockDay(one: Timed, now = new Date()): string {
  const clock = clockOf(one, now);
  return one.mode === 'test' ? clock.toISOString().slice(0, 10) : dayOf(clock);
}

type Timed = Pick<Case, 'mode' | 'updatedAt'> & { data: { progress: Pick<Case['data']['progress'], 'clock'> } };

/** Returns the next deadline that hasn't passed on the case's clock, if there is one. */
export function nextDeadline(one: Case): Case['deadlines'][number] | undefined {
  const today = clockDay(one);
  const ahead = one.deadlines.filter(({ date }) => date >= today);
  return ahead.sort((a, b) => a.date.localeCompare(b.date))[0];
}

export const finishedStates = ['resolved', 'closed', 'withdrawn'] as const satisfies readonly Case['state'][];

export function isFinished({ state }: Pick<Case, 'state'>): boolean {
  return (finishedStates as readonly Case['state'][]).includes(state);
}

/**
 * Returns how often a visible page refetches its case, in milliseconds. Returns false for a case that changes only when
 * its user acts. A hidden page doesn't refetch until it is visible again.
 */
export function refreshEveryMs({ mode, state }: Pick<Case, 'mode' | 'state'>): number | false {
  if (state === 'draft' || isFinished({ state })) return false;
  if (mode === 'live') return 30_000;
  return state === 'on_hold' ? false : 10_000;
}

interface Waiting {
  attention: { needed: boolean };
  updatedAt: string;
}

/** Sorts items that need attention first, and within both groups those that have waited longest. */
export function attentionFirst<T extends Waiting>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) => Number(b.attention.needed) - Number(a.attention.needed) || a.updatedAt.localeCompare(b.updatedAt),
  );
}

interface Attended {
  state: string;
  attention: { reasons: readonly string[] };
}

/** Returns the reasons for attention, without one that the case's state already shows, such as `on_hold`. */
export function furtherReasons({ state, attention }: Attended): readonly string[] {
  return attention.reasons.filter((reason) => reason !== state);
}
