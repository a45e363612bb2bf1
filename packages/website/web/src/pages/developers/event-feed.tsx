import { Group, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconActivity } from '@tabler/icons-react';
import { useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import { eventName, pageData } from '../../api/page-data.ts';
import { eventFeedQuery, type FeedEvent, isAtEnd } from '../../api/queries.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { formatMoment } from '../../shared/format.ts';
import { AppLink, ButtonLink, Empty, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';

const types = [
  { value: '', label: 'Any type' },
  ...Object.keys(pageData().events).map((action) => ({ value: `case.${action}`, label: `case.${action}` })),
];

/** Shows the event feed, oldest first. New events appear at its end. */
export function EventFeed({ mode }: { mode: Mode }) {
  const [type, setType] = useState('');
  const query = useInfiniteQuery(eventFeedQuery(mode, type === '' ? undefined : (type as FeedEvent['type'])));
  return (
    <Section
      title="Events"
      help={`The feed of all ${mode} cases, oldest first, as GET /v1/events returns it.`}
      beside={
        <NativeSelect
          size="xs"
          aria-label="Type"
          data={types}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      }
    >
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const checkAgain = (
            <SmallButton loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {isAtEnd(pages) ? 'Check for new events' : 'Show more'}
            </SmallButton>
          );
          if (items.length === 0) {
            return (
              <Empty
                title="No events yet"
                icon={<IconActivity size={20} aria-hidden />}
                action={type === '' ? <ButtonLink to="/cases/new">New case</ButtonLink> : checkAgain}
              >
                {type === '' ? 'Once you submit a case, its events are listed here.' : 'No event has this type.'}
              </Empty>
            );
          }
          return (
            <>
              <DataTable
                label="Events"
                isCompact
                rows={items}
                columns={[
                  { name: 'Event', kind: 'main', cell: ({ action }) => eventName(action) },
                  { name: 'Type', cell: ({ type: name }) => <code className="breakable">{name}</code> },
                  {
                    name: 'Case',
                    kind: 'minor',
                    cell: ({ caseId }) => (
                      <AppLink to="/cases/$id" params={{ id: caseId }} size="sm" ff="monospace">
                        {caseId.slice(0, 13)}…
                      </AppLink>
                    ),
                  },
                  {
                    name: 'Time',
                    kind: 'number',
                    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
                  },
                ]}
              />
              <Group>{checkAgain}</Group>
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
