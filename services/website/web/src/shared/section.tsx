import { Paper, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { Hint } from './hint.tsx';

interface SectionProps {
  title: string;
  help?: string;
  children: React.ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({ title, help, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md" radius="md">
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {help !== undefined && <Hint>{help}</Hint>}
        {children}
      </Stack>
    </Paper>
  );
}
