import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { switchMode } from '../api/mode.ts';
import { codeOf } from '../api/refusal.ts';
import { RefusalAlert } from './refusal-alert.tsx';
import { SmallButton } from './small-button.tsx';

interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => React.ReactNode;
}

/** What a query has, with a way on after a failure: data that was loaded before stays on the page. */
export function QueryState<T>({ query: { data, error, refetch }, children }: QueryStateProps<T>) {
  return (
    <Stack>
      {error && (
        <RefusalAlert error={error}>
          {isLiveOff(error) ? (
            <SmallButton onClick={() => switchMode('test')}>Switch to test mode</SmallButton>
          ) : (
            <SmallButton onClick={() => void refetch()}>Try again</SmallButton>
          )}
        </RefusalAlert>
      )}
      {data === undefined ? !error && <Skeleton h={200} aria-label="Loading" role="progressbar" /> : children(data)}
    </Stack>
  );
}

function isLiveOff(error: Error): boolean {
  return codeOf(error) === 'live_unavailable';
}
