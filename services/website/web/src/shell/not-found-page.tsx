import { Stack, Text } from '@mantine/core';
import { AppLink } from '../shared/app-link.tsx';
import { PageTitle } from '../shared/page-title.tsx';

export function NotFoundPage() {
  return (
    <Stack>
      <PageTitle>Page not found</PageTitle>
      <Text>The address may be misspelled, or the page may have moved.</Text>
      <AppLink to="/">Back to the start</AppLink>
    </Stack>
  );
}
