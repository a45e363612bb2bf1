import { Group, NativeSelect, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import { type EventType, eventFeedQuery, isAtEnd } from '../../api/queries.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { eventActions, eventName } from '../../wording/events.ts';
import { Section } from '../../shared/section.tsx';
import { SmallButton } from '../../shared/small-button.tsx';

const types = [
  { value: '', label: 'Any type' },
  ...eventActions().map((action) => ({ value: `case.${action}`, label: `case.${action}` })),
];

/** The feed is read forward: the end of it is where new events appear. */
export function EventFeed({ mode }: { mode: Mode }) {
  const [type, setType] = useState('');
  const query = useInfiniteQuery(eventFeedQuery(mode, type === '' ? undefined : (type as EventType)));
  return (
    <Section title="Events" help="The feed of all cases in this mode, oldest first, as GET /v1/events returns it.">
      <Group>
        <NativeSelect label="Type" data={types} value={type} onChange={(event) => setType(event.currentTarget.value)} />
      </Group>
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <>
              {items.length === 0 && <Text size="sm">There are no such events yet.</Text>}
              {items.length > 0 && (
                <Table className="breakable">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Time</Table.Th>
                      <Table.Th>Event</Table.Th>
                      <Table.Th>Case</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {items.map((event) => (
                      <Table.Tr key={event.id}>
                        <Table.Td>
                          <time dateTime={event.createdAt}>{formatMoment(event.createdAt)}</time>
                        </Table.Td>
                        <Table.Td>
                          <Text size="sm">{eventName(event.action)}</Text>
                          <Text size="xs" c="dimmed" ff="monospace">
                            {event.type}
                          </Text>
                        </Table.Td>
                        <Table.Td>
                          <AppLink to="/cases/$id" params={{ id: event.caseId }} size="sm">
                            {event.caseId.slice(0, 13)}…
                          </AppLink>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
              <Group>
                <SmallButton loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {isAtEnd(pages) ? 'Check for new events' : 'Show more'}
                </SmallButton>
              </Group>
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
