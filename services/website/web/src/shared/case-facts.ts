import type { Case } from '../api/queries.ts';
import { dayOf } from './dates.ts';

/** What pages say about a case in one line. */
export function placeOf({ data: { property } }: Case): string {
  const unit = property.unit === undefined ? '' : `, ${property.unit}`;
  return `${property.line1}${unit}, ${property.city}, ${property.state.toUpperCase()}`;
}

export function partiesOf({ data: { parties } }: Case): string {
  const names = (role: 'plaintiff' | 'defendant') =>
    parties.filter((party) => party.role === role).map(({ name }) => name);
  const [plaintiffs, defendants] = [names('plaintiff'), names('defendant')];
  return [plaintiffs.join(', '), defendants.join(', ')].filter((text) => text !== '').join(' v. ');
}

/** The day of the case's own clock, which a test case moves ahead. */
export function clockDay({ data: { progress } }: Case): string {
  return dayOf(new Date(progress.clock));
}

/** The earliest deadline that is not over on the case's clock. */
export function nextDeadline(one: Case): Case['deadlines'][number] | undefined {
  const today = clockDay(one);
  const ahead = one.deadlines.filter(({ date }) => date >= today);
  return ahead.sort((a, b) => a.date.localeCompare(b.date))[0];
}
