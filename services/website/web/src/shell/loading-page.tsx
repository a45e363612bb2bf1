import { Skeleton } from '@mantine/core';

/** What a slow network shows until a page is there. */
export function LoadingPage() {
  return <Skeleton h={300} role="progressbar" aria-label="Loading" />;
}
