import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { switchMode, useMode } from '../../api/mode.ts';
import { caseQuery, meQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { ButtonLink, PageTitle, SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { lastSearch } from '../cases/filter.ts';
import { CaseSkeleton } from './case-skeleton.tsx';

/**
 * Shown for a case that doesn't exist in this mode. If it exists in the other mode, as after a click on a link in an
 * email, the tab switches to that mode.
 */
export function MissingCase({ id, isErased }: { id: string; isErased: boolean }) {
  const mode = useMode();
  const other = mode === 'test' ? 'live' : 'test';
  const me = useQuery(meQuery);
  const canBeThere = !isErased && me.data?.modes[other] === true;
  const { data, isLoading, error, refetch } = useQuery({ ...caseQuery(other, id), enabled: canBeThere });
  useEffect(() => {
    if (!data) return;
    switchMode(other);
    notifications.show({ message: `This is a ${other} case, so this tab is now in ${other} mode.` });
  }, [data, other]);
  if (me.isLoading || isLoading || data) return <CaseSkeleton />;
  const isElsewhere = codeOf(error) === 'not_found';
  if (error && !isElsewhere) {
    return (
      <RefusalAlert error={error}>
        <SmallButton onClick={() => void refetch()}>Try again</SmallButton>
      </RefusalAlert>
    );
  }
  const title = isErased ? 'The details of this case were erased' : 'Case not found';
  return (
    <Stack align="start" gap="xs" maw="30rem">
      <PageTitle>{title}</PageTitle>
      <Text c="dimmed">
        {isErased
          ? 'The names, amounts and documents of this case are gone and cannot be restored.'
          : 'It does not exist, or it belongs to another organization.'}
      </Text>
      <ButtonLink to="/cases" search={lastSearch.now} variant="default" mt="sm">
        All cases
      </ButtonLink>
    </Stack>
  );
}
