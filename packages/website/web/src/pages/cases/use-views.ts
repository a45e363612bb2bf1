import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { meQuery } from '../../api/queries.ts';
import type { CasesSearch } from './filter.ts';

/** The filters of saved views, by the names that the user gave them. */
export type Views = Readonly<Record<string, CasesSearch>>;

/** Returns the user's saved views, which this browser stores, and the name of the one with the current filters. */
export function useViews(mode: Mode, search: CasesSearch) {
  const { data: me } = useQuery(meQuery);
  const [views, setViews] = useLocalStorage<Views>({
    key: `views of ${mode} cases of ${me?.user.id ?? ''}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    views,
    view: Object.keys(views).find((name) => asText(views[name]) === asText(search)),
    save: (name: string) => setViews({ ...views, [name]: search }),
    remove: (name: string) => setViews(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name))),
  };
}

/** Serializes filters. The same filters result in the same text, regardless of their order. */
const asText = (search: CasesSearch = {}) =>
  JSON.stringify(Object.entries(search).toSorted(([one], [two]) => one.localeCompare(two)));
