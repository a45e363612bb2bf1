/** Every state of a case. The finished states end its workflow. */
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

/** The states of an unfinished case. */
export const openStates = states.filter((state) => !isFinished(state));

/** A finished case accepts no command. */
export function isFinished(state: State): boolean {
  return (finishedStates as readonly State[]).includes(state);
}

/** The state of a case, or for a case on hold the state to which it returns. */
export function effectiveState({ state, heldFrom }: { state: State; heldFrom: State | null }): State {
  return heldFrom ?? state;
}
