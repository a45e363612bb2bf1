import type { Case, CaseFilter } from '../../api/queries.ts';
import { finishedStates, isFinished } from '../../shared/case-facts.ts';
import { groundNames, stateNames } from '../../wording/names.ts';

/** What the address of the list says. */
export interface CasesSearch {
  q?: string;
  state?: string;
  ground?: string;
  reference?: string;
  /** A day. */
  since?: string;
  /** The last change first, where nothing is searched for. */
  sort?: string;
}

/** What the list of this tab last said, for the way back to it. */
export const lastSearch: { now: CasesSearch } = { now: {} };

const states = Object.keys(stateNames) as Case['state'][];

/** Several states under one name. */
export const stateGroups = {
  open: states.filter((state) => !isFinished({ state })),
  finished: [...finishedStates],
} as const;

/** The address as a filter of the API. What the API does not know is left out. */
export function filterOf({ q, state, ground, reference, since, sort }: CasesSearch): CaseFilter {
  const chosen = statesOf(state);
  const updatedSince = since === undefined ? null : startOf(since);
  return {
    ...(q !== undefined && { q }),
    ...(chosen !== null && { state: chosen }),
    ...(ground !== undefined && Object.hasOwn(groundNames, ground) && { ground: ground as Case['ground'] }),
    ...(reference !== undefined && { reference }),
    ...(updatedSince !== null && { updatedSince }),
    ...(sort === 'updatedAt' && q === undefined && { sort }),
  };
}

function statesOf(name: string | undefined): Case['state'][] | null {
  if (name === 'open' || name === 'finished') return [...stateGroups[name]];
  return name !== undefined && Object.hasOwn(stateNames, name) ? [name as Case['state']] : null;
}

/** The moment at which a day begins where the reader is; null for what is no day. */
function startOf(day: string): string | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
