import { formatShortDay } from '../../shared/format.ts';
import { groundNames, stateNames } from '../../wording/names.ts';
import { type CasesSearch, sinceNames, stateGroups, tabOf } from './filter.ts';

/** Changes filters in the URL. An empty value removes its filter. */
export type ChangeSearch = (change: Partial<Record<keyof CasesSearch, string>>) => void;

export interface FilterOptions {
  label: string;
  any: string;
  options: Readonly<Record<string, string>>;
}

/** Returns the filters whose value is chosen from a list. */
export function filtersOf(search: CasesSearch): Readonly<Record<'ground' | 'since' | 'state', FilterOptions>> {
  const tab = tabOf(search);
  const states = tab === null ? [] : stateGroups[tab];
  const { since } = search;
  const ofDay = since !== undefined && !Object.hasOwn(sinceNames, since) && { [since]: `Since ${dayText(since)}` };
  return {
    ground: { label: 'Ground', any: 'Any', options: groundNames },
    state: {
      label: 'Status',
      any: tab === 'finished' ? 'Any closed' : 'Any open',
      options: {
        ...Object.fromEntries(states.map((state) => [state, stateNames[state]])),
        any: 'Any, closed too',
      },
    },
    since: { label: 'Updated', any: 'Any time', options: { ...sinceNames, ...ofDay } },
  };
}

function dayText(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatShortDay(day) : day;
}

export const sortNames: Readonly<Record<string, string>> = { '': 'Newest first', updatedAt: 'Last updated first' };
