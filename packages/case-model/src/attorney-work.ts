import type { State } from './states.ts';

/**
 * What a case waits for at its attorney's desk. `other`: it waits for somebody else, or for a decision that isn't
 * reported separately. `closed`: it waits for nothing.
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

/** What a case in this state waits for, as attorneys sort their cases. */
export function attorneyWorkIn(state: State): AttorneyWork {
  return workIn[state];
}

/** The states in which a case waits for this kind of work. */
export function statesOfWork(work: AttorneyWork): State[] {
  return (Object.keys(workIn) as State[]).filter((state) => workIn[state] === work);
}
