import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { meQuery } from '../../api/queries.ts';
import type { CasesSearch } from './filter.ts';

/** The filters of saved views, by the names that the reader gave them. */
export type Views = Readonly<Record<string, CasesSearch>>;

/** The signed-in user's saved views, which are stored in this browser. */
export function useViews(mode: Mode) {
  const { data: me } = useQuery(meQuery);
  const [views, setViews] = useLocalStorage<Views>({
    key: `views of ${mode} cases of ${me?.user.id ?? ''}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    views,
    save: (name: string, search: CasesSearch) => setViews({ ...views, [name]: search }),
    remove: (name: string) => setViews(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name))),
  };
}

export function isSameView(one: CasesSearch | undefined, two: CasesSearch): boolean {
  return asText(one) === asText(two);
}

const asText = (search: CasesSearch | undefined) =>
  JSON.stringify(Object.entries(search ?? {}).toSorted(([one], [two]) => one.localeCompare(two)));
