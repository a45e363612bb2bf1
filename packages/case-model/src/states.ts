/** All states of a case. Its workflow ends in a finished state. */
export const states = [
  'draft',
  'submitted',
  'attorney_assigned',
  'notice_review',
  'notice_approved',
  'notice_sent',
  'notice_served',
  'cure_period',
  'cured',
  'filing_review',
  'filing_approved',
  'filing_submitted',
  'filing_rejected',
  'filing_accepted',
  'summons_sent',
  'summons_served',
  'hearing_scheduled',
  'judgment_entered',
  'writ_requested',
  'writ_issued',
  'on_hold',
  'resolved',
  'closed',
  'withdrawn',
] as const;
export type State = (typeof states)[number];

export const finishedStates = ['resolved', 'closed', 'withdrawn'] as const satisfies readonly State[];

/** The states of a case that isn't finished. */
export const openStates = states.filter((state) => !isFinished(state));

/** Whether the case is over. Afterwards, only the dismissal of an open court case can still be recorded. */
export function isFinished(state: State): boolean {
  return (finishedStates as readonly State[]).includes(state);
}

/** Returns the state of a case. For a case on hold, this is the state in which it will resume. */
export function effectiveState({ state, heldFrom }: { state: State; heldFrom: State | null }): State {
  return heldFrom ?? state;
}
