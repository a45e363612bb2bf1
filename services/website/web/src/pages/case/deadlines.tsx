import { Button, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Case } from '../../api/queries.ts';
import { useBlobUrl } from '../../document/use-blob-url.ts';
import { clockDay, placeOf } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft } from '../../shared/format.ts';
import { Hint, Section } from '../../shared/parts.tsx';
import { deadlineName } from '../../wording/cases.ts';
import { modeNames } from '../../wording/common.ts';
import { calendarEvents, icalendar } from './calendar.ts';

/** The dates on record, each with its source and the days that are left. */
export function Deadlines({ one }: { one: Case }) {
  const { deadlines } = one;
  const today = clockDay(one);
  if (deadlines.length === 0) {
    return (
      <Section title="Deadlines">
        <Text size="sm">No dates are on record yet.</Text>
      </Section>
    );
  }
  return (
    <Section title="Deadlines">
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {deadlines.map(({ id, name, date, citation }) => (
          <li key={id ?? `${name} ${date}`}>
            <Text fw={600}>{deadlineName(name)}</Text>
            <Text size="sm">
              <time dateTime={date}>{formatDay(date)}</time>, {formatDaysLeft(daysBetween(today, date))}
            </Text>
            <Hint className="breakable">Source: {citation}</Hint>
          </li>
        ))}
      </Stack>
      {one.mode === 'test' && <Hint>Dates follow this test case's own clock.</Hint>}
      <Calendar one={one} />
    </Section>
  );
}

function Calendar({ one }: { one: Case }) {
  const bytes = useMemo(() => {
    const suffix = one.mode === 'test' ? ` (${modeNames.test.toLowerCase()} case)` : '';
    const events = calendarEvents(one, {
      url: `${location.origin}/cases/${one.id}`,
      titleOf: (name) => `${deadlineName(name)}: ${placeOf(one)}${suffix}`,
    });
    return new TextEncoder().encode(icalendar(events, new Date()));
  }, [one]);
  const url = useBlobUrl(bytes, 'text/calendar');
  return (
    <Button component="a" href={url ?? undefined} download="deadlines.ics" variant="default" size="xs">
      Download calendar file
    </Button>
  );
}
