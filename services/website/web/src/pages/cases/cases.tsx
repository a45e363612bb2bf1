import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMode } from '../../api/mode.ts';
import { type Case, type CaseFilter, casesQuery } from '../../api/queries.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { casesWords as words, groundNames, stateNames } from '../../wording/cases.ts';
import { CaseTable } from './case-table.tsx';
import { FirstCase } from './first-case.tsx';
import { NewCaseLink } from './new-case-link.tsx';

export function Cases() {
  const mode = useMode();
  const search = useSearch({ from: '/customer/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  const query = useInfiniteQuery(casesQuery(mode, filter));
  const set = (change: Partial<Record<keyof typeof search, string>>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const setSearch = useDebouncedCallback((q: string) => set({ q }), 300);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{words.title}</PageTitle>
        <NewCaseLink />
      </Group>
      <Group align="end" role="search">
        <TextInput
          label={words.search}
          placeholder={words.searchHelp}
          type="search"
          maxLength={100}
          defaultValue={search.q ?? ''}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          label={words.state}
          data={[{ value: '', label: words.anyState }, ...optionsOf(stateNames)]}
          value={search.state ?? ''}
          onChange={(event) => set({ state: event.currentTarget.value })}
        />
        <NativeSelect
          label={words.ground}
          data={[{ value: '', label: words.anyGround }, ...optionsOf(groundNames)]}
          value={search.ground ?? ''}
          onChange={(event) => set({ ground: event.currentTarget.value })}
        />
      </Group>
      <QueryState query={query}>
        {({ pages }) => {
          const cases = pages.flatMap(({ items }) => items);
          if (cases.length === 0 && !query.hasNextPage) {
            return isFiltered ? <NoMatch onClear={() => void navigate({ search: {} })} /> : <FirstCase mode={mode} />;
          }
          return (
            <>
              <CaseTable cases={cases} />
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {words.more}
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
    </Stack>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Group>
      <Text role="status">{words.none}</Text>
      <Button variant="default" size="xs" onClick={onClear}>
        {words.clear}
      </Button>
    </Group>
  );
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** What the address says, as far as the API knows it. */
function filterOf({ q, state, ground }: { q?: string; state?: string; ground?: string }): CaseFilter {
  return {
    ...(q !== undefined && { q }),
    ...(state !== undefined && state in stateNames && { state: [state as Case['state']] }),
    ...(ground !== undefined && ground in groundNames && { ground: ground as Case['ground'] }),
  };
}
