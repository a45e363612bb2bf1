import type { Case } from '../api/queries.ts';
import { dayOf } from './dates.ts';
import { plainName } from './plain-name.ts';

/** What pages say about a case in one line. */
export function placeOf({ data: { property } }: Pick<Case, 'data'>): string {
  const unit = property.unit === undefined ? '' : `, ${property.unit}`;
  return plainName(`${property.line1}${unit}, ${property.city}, ${property.state.toUpperCase()}`);
}

export function partiesOf({ data: { parties } }: Case): string {
  const names = (role: 'plaintiff' | 'defendant') =>
    parties.filter((party) => party.role === role).map(({ name }) => name);
  const [plaintiffs, defendants] = [names('plaintiff'), names('defendant')];
  return plainName([plaintiffs.join(', '), defendants.join(', ')].filter((text) => text !== '').join(' v. '));
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
