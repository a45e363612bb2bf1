import { Skeleton, Stack, Text } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ButtonLink, PageTitle, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { SiteFrame } from './site-frame.tsx';

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

/** What a slow network shows until a page is there. */
export function LoadingPage() {
  return <Skeleton h={300} role="progressbar" aria-label="Loading" />;
}

export function NotFoundPage() {
  return (
    <SiteFrame>
      <Stack align="start">
        <PageTitle>Page not found</PageTitle>
        <Text>The address may be misspelled, or the page may have moved.</Text>
        <ButtonLink to="/">Go to the start</ButtonLink>
      </Stack>
    </SiteFrame>
  );
}
