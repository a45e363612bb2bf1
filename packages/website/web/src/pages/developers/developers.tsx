import { Anchor, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { eventName, pageData } from '../../api/page-data.ts';
import { eventFeedQuery, type FeedEvent, isAtEnd } from '../../api/queries.ts';
import { formatMoment } from '../../shared/format.ts';
import { AppLink, PageTitle, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { Endpoints } from './endpoints.tsx';
import { FirstCalls } from './first-calls.tsx';

export function Developers() {
  const mode = useMode();
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>Developers</PageTitle>
        <Group gap="md">
          <Text c="dimmed">Keys, endpoints and events of {mode} mode.</Text>
          <Anchor href="/docs">API reference</Anchor>
          <Anchor href="/docs/guides">Guides</Anchor>
        </Group>
      </div>
      <OfMode key={mode} mode={mode} />
    </Stack>
  );
}

/** Begins anew in each mode, so no secret is shown under the name of the other. */
function OfMode({ mode }: { mode: Mode }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ApiKeys mode={mode} secret={secret} onSecret={setSecret} />
      <ConnectedApps mode={mode} />
      <FirstCalls mode={mode} secret={secret} />
      <Endpoints mode={mode} />
      <EventFeed mode={mode} />
    </>
  );
}

const types = [
  { value: '', label: 'Any type' },
  ...Object.keys(pageData().events).map((action) => ({ value: `case.${action}`, label: `case.${action}` })),
];

/** The feed is read forward: the end of it is where new events appear. */
export function EventFeed({ mode }: { mode: Mode }) {
  const [type, setType] = useState('');
  const query = useInfiniteQuery(eventFeedQuery(mode, type === '' ? undefined : (type as FeedEvent['type'])));
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
                <Table className="breakable" data={{ head: ['Time', 'Event', 'Case'], body: items.map(cellsOf) }} />
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

function cellsOf({ createdAt, action, type, caseId }: FeedEvent): React.ReactNode[] {
  return [
    <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
    <>
      <Text size="sm">{eventName(action)}</Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {type}
      </Text>
    </>,
    <AppLink to="/cases/$id" params={{ id: caseId }} size="sm">
      {caseId.slice(0, 13)}…
    </AppLink>,
  ];
}
