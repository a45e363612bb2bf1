import type { Case, CaseEvent } from '../api/queries.ts';

export type LifeState = Case['state'];

/**
 * The steps of a case from the notice to the writ, in order. A case that begins with the filing has only the last five.
 */
export const stepNames = {
  notice: 'Notice',
  service: 'Service',
  notice_period: 'Notice period',
  filing: 'Filing',
  summons: 'Summons',
  hearing: 'Hearing',
  judgment: 'Judgment',
  writ: 'Writ',
} as const;

export type StepName = keyof typeof stepNames;

export interface Step {
  name: StepName;
  /** `passed_over` means that the case continued or ended without this step. */
  status: 'done' | 'now' | 'ahead' | 'passed_over';
  /** The time at which the case first reached this step, on the case's clock. Null if it hasn't reached it. */
  since: string | null;
  /** How often the case returned to this step from a later one. */
  returns: number;
  /** Whether the case is at this step and on hold. */
  isHeld: boolean;
}

/** `before`: nothing has happened to the tenant yet. `end`: the case is over. `held`: it is on hold within a step. */
type Place = StepName | 'before' | 'end' | 'held';

export const placeOfState: Readonly<Record<LifeState, Place>> = {
  draft: 'before',
  submitted: 'before',
  attorney_assigned: 'before',
  notice_review: 'notice',
  notice_approved: 'notice',
  notice_sent: 'service',
  notice_served: 'notice_period',
  cure_period: 'notice_period',
  cured: 'notice_period',
  filing_review: 'filing',
  filing_approved: 'filing',
  filing_submitted: 'filing',
  filing_rejected: 'filing',
  filing_accepted: 'summons',
  summons_sent: 'summons',
  summons_served: 'hearing',
  hearing_scheduled: 'hearing',
  judgment_entered: 'judgment',
  writ_requested: 'writ',
  writ_issued: 'writ',
  on_hold: 'held',
  resolved: 'end',
  closed: 'end',
  withdrawn: 'end',
};

const allSteps = Object.keys(stepNames) as StepName[];
const firstOfFiling = allSteps.indexOf('filing');

/**
 * Returns the step that a state belongs to, counted from 1 among all eight steps. Null before the notice, on hold and
 * after the end.
 */
export function stepOf(state: LifeState): { place: number; of: number } | null {
  const place = allSteps.indexOf(placeOfState[state] as StepName);
  return place === -1 ? null : { place: place + 1, of: allSteps.length };
}

type Placed = Pick<Case, 'state' | 'heldFrom' | 'entryPoint'>;
type Moved = Pick<CaseEvent, 'fromState' | 'toState' | 'createdAt'> & { detail?: CaseEvent['detail'] };

/**
 * Returns the steps of a case. At most one of them is current. Before the notice and after the end, none is. `events`
 * have to be oldest first.
 */
export function lifeOf(one: Placed, events: readonly Moved[]): Step[] {
  const steps = one.entryPoint === 'filing' ? allSteps.slice(firstOfFiling) : allSteps;
  const isHeld = one.state === 'on_hold';
  const here = placeOfState[isHeld ? (one.heldFrom ?? 'draft') : one.state];
  const now = here === 'end' ? steps.length : steps.indexOf(here as StepName);
  const moves = events.flatMap(({ fromState, toState, createdAt, detail }) => {
    const to = toState === null ? null : placeOfState[toState];
    const from = fromState === null ? null : placeOfState[fromState];
    return to === null || to === from ? [] : [{ from, to, at: caseTime(detail) ?? createdAt }];
  });
  return steps.map((name, index) => {
    const entries = moves.filter(({ to }) => to === name);
    const returns = entries.filter(({ from }) => steps.indexOf(from as StepName) > index).length;
    const since = entries[0]?.at ?? null;
    const status = index === now ? 'now' : index > now ? 'ahead' : since === null ? 'passed_over' : 'done';
    return { name, status, since, returns, isHeld: isHeld && index === now };
  });
}

/** Returns the time of an event on a test case's clock, which runs ahead of real time. Null in a live case. */
export function caseTime(detail: unknown): string | null {
  const { caseTime: at } = (detail ?? {}) as { caseTime?: unknown };
  return typeof at === 'string' ? at : null;
}
