import type { Case } from '../api/queries.ts';

/** The states in which a case is over. */
export const finishedStates = ['resolved', 'closed', 'withdrawn'] as const satisfies readonly Case['state'][];

export function isFinished({ state }: Pick<Case, 'state'>): boolean {
  return (finishedStates as readonly Case['state'][]).includes(state);
}
