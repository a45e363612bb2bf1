import { Stack, Text } from '@mantine/core';
import { AppLink } from '../shared/app-link.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { shellWords } from '../wording/shell.ts';

export function NotFoundPage() {
  return (
    <Stack>
      <PageTitle>{shellWords.notFound}</PageTitle>
      <Text>{shellWords.notFoundHelp}</Text>
      <AppLink to="/">{shellWords.toStart}</AppLink>
    </Stack>
  );
}
