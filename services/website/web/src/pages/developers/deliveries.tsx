import type { WebhookDelivery, WebhookEndpoint } from '@evict/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import { deliveriesQuery } from '../../api/queries.ts';
import { optionsOf } from '../../shared/options.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { deliveryWords as words } from '../../wording/developers.ts';
import { Delivery } from './delivery.tsx';
import { Section } from '../../shared/section.tsx';
import { PlainList } from '../../shared/plain-list.tsx';

type Status = WebhookDelivery['status'];

/** What was sent to one of the endpoints, newest first, with every attempt. */
export function Deliveries({ mode, endpoints }: { mode: Mode; endpoints: readonly WebhookEndpoint[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [status, setStatus] = useState('');
  // The newest one, until another is chosen; also when the chosen one is deleted.
  const endpointId = (endpoints.find(({ id }) => id === chosen) ?? endpoints.at(-1))?.id ?? '';
  const query = useInfiniteQuery(deliveriesQuery(mode, endpointId, status === '' ? undefined : (status as Status)));
  return (
    <Section title="Deliveries">
      <Group align="end">
        <NativeSelect
          label="Deliveries to"
          w="min(100%, 32rem)"
          data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
          value={endpointId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <NativeSelect
          label="Status"
          data={optionsOf(words.statuses, 'Any status')}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return (
              <Text size="sm">
                {status === '' ? 'Nothing has been sent to this endpoint yet.' : 'No delivery has this status.'}
              </Text>
            );
          return (
            <>
              <PlainList>
                {items.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} mode={mode} endpointId={endpointId} />
                ))}
              </PlainList>
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
