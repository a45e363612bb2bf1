import { Group, Paper, Stack, Title } from '@mantine/core';
import { useId } from 'react';

interface SectionProps {
  title: string;
  /** At the end of the line of the title. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

/** A part of the page of a case, named by its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
