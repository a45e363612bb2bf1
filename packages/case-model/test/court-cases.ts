import { expect } from 'vitest';
import type { CaseRecord, State } from '../src/index.ts';
import type { play } from './cases.ts';
import {
  acceptFiling,
  approveAll,
  attach,
  inReview,
  outcome,
  operator,
  playAll,
  sendNotice,
  sendSummons,
  serveNotice,
  serveSummons,
  submitFiling,
} from './live-cases.ts';

/** Commands and positions of a live case on its way through the court. */

export const heard = outcome({ type: 'hearing_scheduled', date: '2026-08-01' });
export const judged = outcome({ type: 'judgment', outcome: 'plaintiff' });
export const requested = outcome({ type: 'writ_requested' });
export const issued = outcome({ type: 'writ_issued' });
export const closed = outcome({ type: 'closed' });
/** The commands of the attorney and the operators for a case, from its review to the writ. */
export const life = [
  approveAll('notice'),
  sendNotice,
  serveNotice,
  { ...operator, kind: 'expire_notice' },
  attach('filing', 'complaint'),
  approveAll('filing'),
  submitFiling,
  acceptFiling,
  sendSummons,
  { ...serveSummons, date: '2026-07-20' },
  heard,
  judged,
  requested,
  issued,
] as const;

/** The case before the first command and after each one. */
export const rests = life.reduce<readonly CaseRecord[]>(
  (before, step) => [...before, playAll(before.at(-1) ?? inReview(), [step])],
  [inReview()],
);

/** Returns the case when it rests in a state for the last time. */
export const at = (state: State) =>
  rests.findLast((one) => one.state === state) ?? expect.unreachable(`no case rests in ${state}`);
/** Returns the action and the detail of each event. */
export const said = ({ events }: ReturnType<typeof play>) => events.map(({ action, detail }) => ({ action, detail }));
