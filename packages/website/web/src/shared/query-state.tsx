import { Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { switchMode } from '../api/mode.ts';
import { codeOf, Refusal } from '../api/refusal.ts';
import { messageOf, refusalTitles } from '../wording/refusals.ts';
import { formatWait } from './format.ts';
import { Banner, Loading, SmallButton } from './parts.tsx';

interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, 'error'> & { data: T | undefined; refetch: () => Promise<unknown> };
  /** A placeholder in the shape of the content. A few lines by default. */
  skeleton?: React.ReactNode;
  children: (data: T) => React.ReactNode;
}

/** Shows the result of a query, or its failure with a way to retry. Data that was loaded before stays on the page. */
export function QueryState<T>({ query: { data, error, refetch }, skeleton, children }: QueryStateProps<T>) {
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
      {data === undefined ? !error && (skeleton ?? <Loading />) : children(data)}
    </Stack>
  );
}

function isLiveOff(error: Error): boolean {
  return codeOf(error) === 'live_unavailable';
}

interface RefusalAlertProps {
  error: unknown;
  /** What the user can do next, such as a button that repeats the request. */
  children?: React.ReactNode;
}

/**
 * Shows a refusal that belongs to no field, with the time until a retry if the service gave one. Screen readers
 * announce it at once.
 */
export function RefusalAlert({ error, children }: RefusalAlertProps) {
  if (!error) return null;
  const refusal = error instanceof Refusal ? error : null;
  const title = (refusal && refusalTitles[refusal.code]) ?? refusalTitles.internal;
  return (
    <Banner tone="bad" title={title} role="alert">
      <div>{messageOf(error)}</div>
      {refusal !== null && refusal.retryAfter !== null && <TimeLeft seconds={refusal.retryAfter} />}
      {children && <Group mt="xs">{children}</Group>}
    </Banner>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Text size="sm" aria-live="off">
      {left > 0 ? `You can try again in ${formatWait(left)}.` : 'You can try again now.'}
    </Text>
  );
}
