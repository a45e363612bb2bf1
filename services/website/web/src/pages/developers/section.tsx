import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';

interface SectionProps {
  title: string;
  help?: string;
  children: React.ReactNode;
}

/** A part of the page, named by its heading. */
export function Section({ title, help, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {help !== undefined && (
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
