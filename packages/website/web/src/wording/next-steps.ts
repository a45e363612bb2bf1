import type { Case } from '../api/queries.ts';
import { actorNames } from './names.ts';

/** What happens next in a case, in a few words. */
interface NextStep {
  title: string;
  /** Who acts, as the customer reads it. Empty if nothing is left to do. */
  by: string;
  /** Whether the case waits for the customer. */
  isYours: boolean;
}

type Stepping = Pick<Case, 'mode' | 'state' | 'nextAction'> & {
  data: { progress: Pick<Case['data']['progress'], 'hearing' | 'judgment'> };
};

/** Returns the next step of a case. In test mode, the sandbox acts for the attorney and the court. */
export function nextStepOf(one: Stepping): NextStep {
  const { by, description } = one.nextAction;
  if (by === 'none') return { title: '', by: '', isYours: false };
  const title = hearingTitle(one) ?? judgmentTitle(one) ?? nextStepTitle(one.state, description);
  return { title, by: isAdvance(one) ? 'Sandbox' : actorNames[by], isYours: by === 'customer' };
}

/** Returns whether the customer takes this step of a test case with `Advance`. */
export function isAdvance({ mode, state, nextAction }: Pick<Case, 'mode' | 'state' | 'nextAction'>): boolean {
  return mode === 'test' && nextAction.by === 'platform' && state !== 'on_hold';
}

/**
 * Returns the title of a case's next step, given only its state and next-action description, as in `GET /v1/overview`.
 */
export function nextStepTitle(state: Case['state'], description: string): string {
  const told = toldBy.find(([phrase]) => description.includes(phrase));
  return told?.[1] ?? titles[state];
}

/** Returns `Hearing at 9:00 AM` until the hearing has passed. Otherwise null. */
function hearingTitle({ mode, state, nextAction, data }: Stepping): string | null {
  const { hearing } = data.progress;
  const isAhead = mode === 'test' || nextAction.description.startsWith('Hearing on');
  if (state !== 'hearing_scheduled' || hearing?.time === undefined || !isAhead) return null;
  return `Hearing at ${timeFormat.format(new Date(`2000-01-01T${hearing.time}:00Z`))}`;
}

/**
 * Returns the title of the step after a judgment, or null if there is none. The sandbox's own descriptions don't depend
 * on the outcome.
 */
function judgmentTitle({ state, data }: Stepping): string | null {
  if (state !== 'judgment_entered' || data.progress.judgment === null) return null;
  return data.progress.judgment.outcome === 'plaintiff' ? 'Request the writ' : 'Close the case';
}

const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** The title in each state. */
const titles: Readonly<Record<Case['state'], string>> = {
  draft: 'Finish and submit',
  submitted: 'Engage an attorney',
  attorney_assigned: 'Accept the case',
  notice_review: 'Approve the notice',
  notice_approved: 'Serve the notice',
  notice_sent: 'Serve the notice',
  notice_served: 'Start the notice period',
  cure_period: 'Notice period is running',
  cured: 'Close as resolved',
  filing_review: 'Approve the filing',
  filing_approved: 'File the complaint',
  filing_submitted: 'Clerk reviews the filing',
  filing_rejected: 'Correct the filing',
  filing_accepted: 'Serve the summons',
  summons_sent: 'Serve the summons',
  summons_served: 'Set a hearing',
  hearing_scheduled: 'Hearing',
  judgment_entered: 'Act on the judgment',
  writ_requested: 'Issue the writ',
  writ_issued: 'Carry out the writ',
  on_hold: 'Resume the case',
  resolved: '',
  closed: '',
  withdrawn: '',
};

/** If a state has several next steps, a phrase in the service's description distinguishes them. */
const toldBy: readonly (readonly [phrase: string, title: string])[] = [
  ['another attorney, who checks', 'Accept the case'],
  ['Make the changes', 'Make the requested changes'],
  ['Report it if the tenant cures', 'Report payment or cure'],
  ['No hearing date', 'Set a hearing'],
  ['No upcoming hearing', 'Report the decision'],
  ['Request the writ', 'Request the writ'],
  ['Close the case', 'Close the case'],
  ['all work has stopped', 'Confirm the withdrawal'],
  ['until its withdrawal is confirmed', 'Confirm the withdrawal'],
  ['bankruptcy', 'Bankruptcy is pending'],
  ['the court has stayed it', 'Court stay is in effect'],
  ['pending an appeal', 'Appeal is pending'],
  ['agreement between the parties', 'Agreement is in effect'],
  ['looking for another', 'Find another attorney'],
  ['Another attorney is engaged', 'Resume the case'],
];
