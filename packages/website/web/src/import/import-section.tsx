import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';

interface ImportSectionProps {
  title: string;
  /** Beside the heading. */
  note?: string;
  children: React.ReactNode;
}

/** A part of the import: a heading over a hairline. */
export function ImportSection({ title, note, children }: ImportSectionProps) {
  const id = useId();
  return (
    <Stack component="section" aria-labelledby={id} gap="sm">
      <div>
        <Group justify="space-between" align="baseline" gap="xs" pb="xs">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {note !== undefined && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
        <Divider />
      </div>
      {children}
    </Stack>
  );
}
