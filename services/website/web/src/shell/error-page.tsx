import { Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { PageTitle } from '../shared/page-title.tsx';
import { RefusalAlert } from '../shared/refusal-alert.tsx';
import { SmallButton } from '../shared/small-button.tsx';

/** What a page shows that could not be loaded or has failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack>
      <PageTitle>This page could not be shown</PageTitle>
      <RefusalAlert error={error}>
        <SmallButton onClick={tryAgain}>Try again</SmallButton>
      </RefusalAlert>
    </Stack>
  );
}
