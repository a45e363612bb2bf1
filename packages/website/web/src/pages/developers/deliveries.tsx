import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@evict/contract';
import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { deliveriesOf, deliveriesQuery } from '../../api/queries.ts';
import { optionsOf } from '../../shared/form.tsx';
import { formatMoment } from '../../shared/format.ts';
import { AppLink, Hint, PlainList, Section, SmallButton, Tag } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';

type Status = WebhookDelivery['status'];

const statusNames = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' };
const faultNames = {
  blocked: 'The address is not allowed',
  dns: 'The host name does not resolve',
  refused: 'The connection was refused',
  unreachable: 'The host is unreachable',
  reset: 'The connection was reset',
  tls: 'The certificate was not accepted',
  protocol: 'The response was not HTTP',
  timeout: 'No response in time',
  unreadable_secret: "The endpoint's secret cannot be read",
};

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
          data={optionsOf(statusNames, 'Any status')}
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

interface DeliveryProps {
  delivery: WebhookDelivery;
  mode: Mode;
  endpointId: string;
}

const tones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

function Delivery({ delivery, mode, endpointId }: DeliveryProps) {
  const { id, type, caseId, status, createdAt, nextAttemptAt, attempts } = delivery;
  const name = useId();
  const redeliver = useAction({
    run: () =>
      call(
        'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
        { id: endpointId, deliveryId: id },
        { mode },
      ),
    refresh: deliveriesOf(mode, endpointId),
    onDone: () => notifications.show({ message: 'The delivery is being sent again' }),
  });
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <div className="breakable">
            <Text ff="monospace" size="sm" id={name}>
              {type}
            </Text>
            <Hint>
              {formatMoment(createdAt)} ·{' '}
              <AppLink to="/cases/$id" params={{ id: caseId }}>
                Open case
              </AppLink>
            </Hint>
          </div>
          <Group gap="sm">
            <Tag tone={tones[status]}>{statusNames[status]}</Tag>
            <SmallButton aria-describedby={name} {...redeliver.button}>
              Redeliver
            </SmallButton>
          </Group>
        </Group>
        <Attempts attempts={attempts} />
        {nextAttemptAt !== null && <Hint>Next attempt {formatMoment(nextAttemptAt)}</Hint>}
        <RefusalAlert error={redeliver.error} />
      </Stack>
    </Paper>
  );
}

function Attempts({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  if (attempts.length === 0) return <Text size="sm">No attempt yet</Text>;
  return (
    <PlainList component="ol" gap={2} aria-label="Attempts">
      {attempts.map(({ at, statusCode, error, durationMs }) => (
        <Text component="li" size="sm" key={at}>
          {formatMoment(at)} · {error === null ? `Response ${statusCode ?? 0}` : faultNames[error]} · {durationMs} ms
        </Text>
      ))}
    </PlainList>
  );
}
