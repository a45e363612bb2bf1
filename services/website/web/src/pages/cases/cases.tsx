import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { casesQuery } from '../../api/queries.ts';
import { AppLink, ButtonLink } from '../../shared/app-link.tsx';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { CaseFilters } from './case-filters.tsx';
import { CaseTable } from './case-table.tsx';
import { filterOf } from './filter.ts';
import { SmallButton } from '../../shared/small-button.tsx';

export function Cases() {
  const mode = useMode();
  const search = useSearch({ from: '/customer/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const filter = filterOf(search);
  const query = useInfiniteQuery(casesQuery(mode, filter));
  const [cleared, setCleared] = useState(0);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A page of a search can end before it has found a case, while the next one leads on.
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) === true;
  const goesOn = isEmpty && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const set = (change: typeof search) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  const clear = async () => {
    await navigate({ search: {} });
    // The fields begin anew, empty.
    setCleared(cleared + 1);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>Cases</PageTitle>
        {/* The role of a button is what people and tests look for. */}
        <ButtonLink to="/cases/new" role="button">
          New case
        </ButtonLink>
      </Group>
      <CaseFilters key={cleared} search={search} onChange={set} />
      <QueryState query={query}>
        {({ pages }) => {
          const cases = pages.flatMap(({ items }) => items);
          if (cases.length === 0 && hasNextPage) return <Text>Still searching</Text>;
          if (cases.length === 0) {
            return Object.keys(filter).length > 0 ? (
              <NoMatch onClear={() => void clear()} />
            ) : (
              <FirstCase mode={mode} />
            );
          }
          return (
            <>
              <CaseTable cases={cases} />
              {hasNextPage ? (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more cases
                </Button>
              ) : (
                pages.length > 1 && <Text size="sm">All cases are shown.</Text>
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
      <Text role="status">No matching cases</Text>
      <SmallButton onClick={onClear}>Clear the filters</SmallButton>
    </Group>
  );
}

function FirstCase({ mode }: { mode: Mode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="start">
        <Title order={2} size="h3">
          Create your first case
        </Title>
        <Text>
          {mode === 'test'
            ? 'In test mode nothing is served or filed. Take a case from notice to writ in minutes.'
            : 'A live case is reviewed by a licensed attorney before anything is served or filed.'}
        </Text>
        <AppLink to="/cases/new">Start with the place and the ground</AppLink>
      </Stack>
    </Paper>
  );
}
