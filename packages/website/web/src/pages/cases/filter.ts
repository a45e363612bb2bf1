import type { Case, CaseFilter } from '../../api/queries.ts';
import { finishedStates, isFinished } from '../../shared/case-facts.ts';
import { groundNames, stateNames } from '../../wording/names.ts';

/** The URL search parameters of the case list. */
export interface CasesSearch {
  q?: string;
  /** A tab, a single state, or `any`. Without it, the list shows open cases. */
  state?: string;
  ground?: string;
  reference?: string;
  /** A period such as `30d`, or a day. */
  since?: string;
  /** `updatedAt` lists the last updated cases first. By default, the newest cases come first. */
  sort?: string;
}

/** The most recent filters of the case list in this browser tab, for links back to the list. */
export const lastSearch: { now: CasesSearch } = { now: {} };

const states = Object.keys(stateNames) as Case['state'][];

/** The states in each tab of the list. */
export const stateGroups = {
  open: states.filter((state) => !isFinished({ state })),
  // States in which the customer may have to act. `isListed` checks each case.
  needs_you: ['draft', 'cure_period'],
  draft: ['draft'],
  in_court: [
    'filing_submitted',
    'filing_rejected',
    'filing_accepted',
    'summons_sent',
    'summons_served',
    'hearing_scheduled',
    'judgment_entered',
    'writ_requested',
    'writ_issued',
  ],
  finished: [...finishedStates],
} as const satisfies Readonly<Record<string, readonly Case['state'][]>>;

export type Tab = keyof typeof stateGroups;

/** The tabs of the list, in order. */
export const tabNames: Readonly<Record<Tab, string>> = {
  open: 'All open',
  needs_you: 'Needs you',
  draft: 'Drafts',
  in_court: 'In court',
  finished: 'Closed',
};

/**
 * Returns the tab that the URL selects. A single open state belongs to the tab of open cases. Null if the list shows
 * cases in any state.
 */
export function tabOf({ state = 'open' }: CasesSearch): Tab | null {
  if (state === 'any') return null;
  if (isTab(state)) return state;
  return stateGroups.finished.some((one) => one === state) ? 'finished' : 'open';
}

/** Returns whether a value of the URL's `state` parameter names a tab. */
export function isTab(name: string): name is Tab {
  return Object.hasOwn(stateGroups, name);
}

/** Names for how far back updates are listed, by the value in the URL. */
export const sinceNames: Readonly<Record<string, string>> = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

/** Converts the URL parameters into a filter for the API. Leaves out unknown values. */
export function filterOf({ q, state, ground, reference, since, sort }: CasesSearch, now = new Date()): CaseFilter {
  const chosen = statesOf(state);
  const updatedSince = since === undefined ? null : startOf(since, now);
  return {
    ...(q !== undefined && { q }),
    ...(chosen !== null && { state: chosen }),
    ...(ground !== undefined && Object.hasOwn(groundNames, ground) && { ground: ground as Case['ground'] }),
    ...(reference !== undefined && { reference }),
    ...(updatedSince !== null && { updatedSince }),
    ...(sort === 'updatedAt' && q === undefined && { sort }),
  };
}

/** Returns whether a case from the API belongs in the tab. The API can't filter by who acts next. */
export function isListed({ state }: CasesSearch, { nextAction }: Pick<Case, 'nextAction'>): boolean {
  return state !== 'needs_you' || nextAction.by === 'customer';
}

function statesOf(name = 'open'): Case['state'][] | null {
  if (name === 'any') return null;
  if (isTab(name)) return [...stateGroups[name]];
  return Object.hasOwn(stateNames, name) ? [name as Case['state']] : [...stateGroups.open];
}

/**
 * Converts a period or a day to the time at which it begins. A day is in the user's time zone. Returns null for any
 * other text.
 */
function startOf(text: string, now: Date): string | null {
  const day = Object.hasOwn(sinceNames, text) ? new Date(now.getTime() - Number.parseInt(text, 10) * dayMs) : null;
  // Rounded to the hour, so that the query stays the same for a while.
  if (day) return new Date(Math.floor(day.getTime() / hourMs) * hourMs).toISOString();
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00`) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
