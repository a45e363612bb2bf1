import { addDays } from '@evict/jurisdictions';
import { fail, failForAny, type Gate, warn } from './gate.ts';

const shortestDescription = 20;
const staleAfterDays = 180;

/** The violation has to be dated, and described in enough detail for the tenant to respond. */
export const violationDescribed: Gate = {
  name: 'violation_described',
  only: { ground: 'lease_violation' },
  check({ facts, today }) {
    const { violation, lease } = facts;
    const asked = 'Describe what happened and when.';
    if (!violation) return fail(asked);
    const { date } = violation;
    const startDate = lease?.startDate;
    const verdict = failForAny([
      Array.from(violation.description.trim()).length < shortestDescription &&
        `${asked} The description needs at least ${shortestDescription} characters.`,
      date > today.utc && `The violation is dated ${date}, which is in the future.`,
      startDate !== undefined &&
        date < startDate &&
        `The violation is dated ${date}, before the lease began on ${startDate}.`,
    ]);
    if (verdict.status === 'fail' || date >= addDays(today.utc, -staleAfterDays)) return verdict;
    return warn(`The violation is dated ${date}, more than ${staleAfterDays} days ago.`);
  },
};
