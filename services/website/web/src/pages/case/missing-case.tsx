import { notifications } from '@mantine/notifications';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { switchMode, useMode } from '../../api/mode.ts';
import { caseQuery, meQuery } from '../../api/queries.ts';
import { codeOf } from '../../api/refusal.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { modeNames } from '../../wording/common.ts';
import { caseMissingWords as words } from '../../wording/case.ts';
import { shellWords } from '../../wording/shell.ts';
import { SmallButton } from '../../shared/small-button.tsx';

/** Instead of a case that is not in this mode. One that is in the other, as mails link to it, is shown in that mode. */
export function MissingCase({ id, isErased }: { id: string; isErased: boolean }) {
  const mode = useMode();
  const other = mode === 'test' ? 'live' : 'test';
  const me = useQuery(meQuery);
  const canBeThere = !isErased && me.data?.modes[other] === true;
  const { data, isLoading, error, refetch } = useQuery({ ...caseQuery(other, id), enabled: canBeThere });
  useEffect(() => {
    if (!data) return;
    switchMode(other);
    notifications.show({ message: words.switched(modeNames[other].toLowerCase()) });
  }, [data, other]);
  if (me.isLoading || isLoading || data) return <Skeleton h={200} aria-label={words.loading} role="progressbar" />;
  const isElsewhere = codeOf(error) === 'not_found';
  if (error && !isElsewhere) {
    return (
      <RefusalAlert error={error}>
        <SmallButton onClick={() => void refetch()}>{shellWords.tryAgain}</SmallButton>
      </RefusalAlert>
    );
  }
  return (
    <Stack align="start">
      <PageTitle>{isErased ? words.erased : words.notFound}</PageTitle>
      <Text>{isErased ? words.erasedHelp : words.notFoundHelp}</Text>
    </Stack>
  );
}
