import { Stack, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft } from '../../shared/dates.ts';
import { deadlineName } from '../../wording/cases.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { Corrections } from './reports.tsx';
import { Section } from '../../shared/section.tsx';

/** Deadlines, the earliest first. Those that an attorney added can be changed and removed. */
export function Deadlines({ one }: { one: AttorneyCase }) {
  const deadlines = [...one.deadlines].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title={words.deadlines}>
      {deadlines.length === 0 && <Text c="dimmed">{words.noDeadlines}</Text>}
      {deadlines.map((deadline) => (
        <Stack key={deadline.id ?? `${deadline.name} ${deadline.date}`} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {deadlineName(deadline.name)}
          </Text>
          <Text size="sm">
            {formatDay(deadline.date)}, {formatDaysLeft(daysBetween(clockDay(one), deadline.date))}
          </Text>
          <Text size="xs" c="dimmed">
            {deadline.citation}
          </Text>
          <Corrections one={one} target="deadlineId" entry={deadline} />
        </Stack>
      ))}
    </Section>
  );
}
