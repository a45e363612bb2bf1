import type { Case } from '../api/queries.ts';
import { dayOf, plainName } from './format.ts';

/** What pages say about a case in one line. */
export function placeOf({ data: { property } }: Pick<Case, 'data'>): string {
  const unit = property.unit === undefined ? '' : `, ${property.unit}`;
  return plainName(`${property.line1}${unit}, ${property.city}, ${property.state.toUpperCase()}`);
}

/** The same in two lines: the street with the unit, and the city. */
export function addressOf({ data: { property } }: Pick<Case, 'data'>): { street: string; city: string } {
  const { line1, unit, city, state, zip } = property;
  return {
    street: plainName(unit === undefined ? line1 : `${line1}, ${unit}`),
    city: plainName(`${city}, ${state.toUpperCase()} ${zip}`),
  };
}

/**
 * The clock of the case now. That of a test case runs at the pace of real time from where its last change has left it;
 * a live case has the real one.
 */
export function clockOf({ mode, updatedAt, data: { progress } }: Timed, now = new Date()): Date {
  if (mode === 'live') return now;
  const sinceChange = Math.max(0, now.getTime() - Date.parse(updatedAt));
  return new Date(Math.max(now.getTime(), Date.parse(progress.clock) + sinceChange));
}

/** The day on the clock of the case: in UTC for a test case, as its dates are, and where the reader is for a live one. */
export function clockDay(one: Timed, now = new Date()): string {
  const clock = clockOf(one, now);
  return one.mode === 'test' ? clock.toISOString().slice(0, 10) : dayOf(clock);
}

type Timed = Pick<Case, 'mode' | 'updatedAt'> & { data: { progress: Pick<Case['data']['progress'], 'clock'> } };

/** The earliest deadline that is not over on the case's clock. */
export function nextDeadline(one: Case): Case['deadlines'][number] | undefined {
  const today = clockDay(one);
  const ahead = one.deadlines.filter(({ date }) => date >= today);
  return ahead.sort((a, b) => a.date.localeCompare(b.date))[0];
}

/** The states in which a case is over. */
export const finishedStates = ['resolved', 'closed', 'withdrawn'] as const satisfies readonly Case['state'][];

export function isFinished({ state }: Pick<Case, 'state'>): boolean {
  return (finishedStates as readonly Case['state'][]).includes(state);
}

/**
 * After how many milliseconds the page reads its case again while it is visible; false for a case that moves by its
 * reader alone. A hidden page reads nothing, and reads once when it is seen again.
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

/** What needs attention, then the rest; the longest waiting first in both. */
export function attentionFirst<T extends Waiting>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) => Number(b.attention.needed) - Number(a.attention.needed) || a.updatedAt.localeCompare(b.updatedAt),
  );
}
