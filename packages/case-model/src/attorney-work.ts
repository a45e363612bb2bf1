import type { State } from './states.ts';

/**
 * The kinds of work that a case can need from its attorney. `other` covers the remaining open states: someone else acts
 * next, or the work, such as requesting a writ, has no kind of its own. `closed` means that the case is over.
 */
export const attorneyWork = ['review', 'service', 'filing', 'hearing', 'other', 'closed'] as const;
export type AttorneyWork = (typeof attorneyWork)[number];

const workIn: Readonly<Record<State, AttorneyWork>> = {
  draft: 'other',
  submitted: 'other',
  attorney_assigned: 'review',
  notice_review: 'review',
  notice_approved: 'service',
  notice_sent: 'service',
  notice_served: 'other',
  cure_period: 'other',
  cured: 'other',
  filing_review: 'review',
  filing_approved: 'filing',
  filing_submitted: 'filing',
  filing_rejected: 'filing',
  filing_accepted: 'service',
  summons_sent: 'service',
  summons_served: 'hearing',
  hearing_scheduled: 'hearing',
  judgment_entered: 'other',
  writ_requested: 'other',
  writ_issued: 'other',
  on_hold: 'other',
  resolved: 'closed',
  closed: 'closed',
  withdrawn: 'closed',
};

/** Returns the work that a case in this state needs from its attorney. Attorneys filter their cases by it. */
export function attorneyWorkIn(state: State): AttorneyWork {
  return workIn[state];
}

/** Returns the states in which a case needs this kind of work. */
export function statesOfWork(work: AttorneyWork): State[] {
  return (Object.keys(workIn) as State[]).filter((state) => workIn[state] === work);
}
