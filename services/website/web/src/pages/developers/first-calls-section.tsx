import { Code, Group, Stack, Text } from '@mantine/core';
import type { Mode } from '../../api/mode.ts';
import { firstCallWords as words } from '../../wording/developers.ts';
import { CopyButton } from './copy-button.tsx';
import { firstCalls } from './first-calls.ts';
import { Section } from './section.tsx';

export function FirstCalls({ mode, secret }: { mode: Mode; secret: string | null }) {
  return (
    <Section title={words.title} help={secret === null ? words.withoutKey : words.withKey}>
      {firstCalls(location.origin, mode, secret).map(({ title, command }) => (
        <Stack key={title} gap={4}>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <CopyButton text={command} what={title.toLowerCase()} />
          </Group>
          <Code block className="wrapped">
            {command}
          </Code>
        </Stack>
      ))}
    </Section>
  );
}
