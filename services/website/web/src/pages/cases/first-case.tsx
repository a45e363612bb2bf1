import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Mode } from '../../api/mode.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { casesWords as words } from '../../wording/cases.ts';

export function FirstCase({ mode }: { mode: Mode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="start">
        <Title order={2} size="h3">
          {words.firstTitle}
        </Title>
        <Text>{mode === 'test' ? words.firstHelp : words.firstLive}</Text>
        <AppLink to="/cases/new">{words.firstLink}</AppLink>
      </Stack>
    </Paper>
  );
}
