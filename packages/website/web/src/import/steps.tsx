import { Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';

const names = ['File', 'Columns', 'Fix rows', 'Import'] as const;
export type Step = (typeof names)[number];

/** Where the import stands. */
export function Steps({ current }: { current: Step }) {
  const now = names.indexOf(current);
  return (
    <Group component="ol" aria-label="Steps" gap="md" m={0} pl={0} style={{ listStyle: 'none' }}>
      {names.map((name, at) => {
        const Icon = at < now ? IconCircleCheckFilled : at === now ? IconCircleDot : IconCircle;
        return (
          <Group key={name} component="li" gap={6} wrap="nowrap" {...(at === now && { 'aria-current': 'step' })}>
            <Icon size={18} aria-hidden />
            <Text size="sm" span {...(at === now ? { fw: 600 } : { c: 'dimmed' })}>
              {name}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}
