import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@evict/contract';
import { Group, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { deliveriesOf, deliveriesQuery } from '../../api/queries.ts';
import { DataTable } from '../../shared/data-table.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { formatLogged, formatMoment } from '../../shared/format.ts';
import { ButtonLink, Card, Hint, Section, ShowMore, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { CopyIcon } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './developers.module.css';
import { ToneStatus } from './tone-status.tsx';

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
/** Short forms of `faultNames`, for a table column. */
const shortFaultNames: Readonly<Record<keyof typeof faultNames, string>> = {
  blocked: 'Not allowed',
  dns: 'No such host',
  refused: 'Refused',
  unreachable: 'Unreachable',
  reset: 'Reset',
  tls: 'Certificate',
  protocol: 'Not HTTP',
  timeout: 'Timeout',
  unreadable_secret: 'No secret',
};
const tones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

/** Lists the deliveries to an endpoint, newest first, with the details of one of them next to the list. */
export function Deliveries({ mode, endpoint }: { mode: Mode; endpoint: WebhookEndpoint }) {
  const [status, setStatus] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(deliveriesQuery(mode, endpoint.id, status === '' ? undefined : (status as Status)));
  const choose = ({ id }: WebhookDelivery) => {
    setChosenId(id);
    detail.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Section
      title="Deliveries"
      isTable
      beside={
        <NativeSelect
          size="xs"
          aria-label="Status"
          data={optionsOf(statusNames, 'Any status')}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      }
    >
      <Hint className="breakable">To {hostOf(endpoint.url)}, newest first</Hint>
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const chosen = items.find(({ id }) => id === chosenId) ?? items[0];
          if (chosen === undefined) {
            return (
              <p className={classes['none']}>
                {status === '' ? 'Nothing has been sent to this endpoint yet.' : 'No delivery has this status.'}
              </p>
            );
          }
          return (
            <div className={classes['log']}>
              <div>
                <LogTable items={items} chosen={chosen} onChoose={choose} />
                {query.hasNextPage && (
                  <Group mt="sm">
                    <ShowMore loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
                  </Group>
                )}
              </div>
              <div ref={detail} className={classes['detail']}>
                <Detail key={chosen.id} delivery={chosen} mode={mode} endpointId={endpoint.id} />
              </div>
            </div>
          );
        }}
      </QueryState>
    </Section>
  );
}

interface LogTableProps {
  items: readonly WebhookDelivery[];
  chosen: WebhookDelivery;
  onChoose: (delivery: WebhookDelivery) => void;
}

function LogTable({ items, chosen, onChoose }: LogTableProps) {
  const now = new Date();
  return (
    <DataTable
      label="Deliveries"
      isCompact
      rows={items}
      chosen={chosen.id}
      onChoose={onChoose}
      columns={[
        {
          name: 'Event',
          kind: 'main',
          cell: ({ id, type }) => (
            <UnstyledButton className={`${classes['choose']} ${classes['mono']}`} aria-pressed={id === chosen.id}>
              {type}
            </UnstyledButton>
          ),
        },
        {
          name: 'Status',
          cell: ({ status, attempts }) => (
            <ToneStatus tone={tones[status]}>
              {status === 'pending' && attempts.length > 0 ? 'Retrying' : statusNames[status]}
            </ToneStatus>
          ),
        },
        { name: 'Response', kind: 'number', cell: ({ attempts }) => shortOutcome(attempts.at(-1)) },
        { name: 'Tries', kind: 'number', cell: ({ attempts: { length } }) => <Tries count={length} /> },
        {
          name: 'Created',
          kind: 'number',
          cell: ({ createdAt }) => <time dateTime={createdAt}>{formatLogged(createdAt, now)}</time>,
        },
      ]}
    />
  );
}

/** Shows the number of attempts, with the unit on a phone, where the column has no heading. */
function Tries({ count }: { count: number }) {
  return (
    <>
      {count}
      <Text span inherit hiddenFrom="sm">
        {count === 1 ? ' try' : ' tries'}
      </Text>
    </>
  );
}

interface DetailProps {
  delivery: WebhookDelivery;
  mode: Mode;
  endpointId: string;
}

function Detail({ delivery, mode, endpointId }: DetailProps) {
  const { id, eventId, type, caseId, nextAttemptAt, attempts } = delivery;
  const name = useId();
  const now = new Date();
  const redeliver = useAction({
    run: () =>
      call(
        'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
        { id: endpointId, deliveryId: id },
        { mode },
      ),
    refresh: deliveriesOf(mode, endpointId),
    onDone: () => notifications.show({ message: 'Sending the delivery again' }),
  });
  return (
    <Card aria-labelledby={name}>
      <div className={classes['head']}>
        <h3 id={name} className={`${classes['mono']} breakable`}>
          {type}
        </h3>
        <SmallButton leftSection={<IconRefresh size={14} aria-hidden />} {...redeliver.button}>
          Send again
        </SmallButton>
      </div>
      <RefusalAlert error={redeliver.error} />
      <ol className={classes['attempts']} aria-label="Attempts">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <ToneStatus tone={isTaken(attempt) ? 'good' : 'bad'}>
              {attempt.error === null ? `Response ${attempt.statusCode ?? 0}` : faultNames[attempt.error]}
            </ToneStatus>
            <span>{attempt.durationMs.toLocaleString('en-US')} ms</span>
            <time dateTime={attempt.at}>{formatLogged(attempt.at, now)}</time>
          </li>
        ))}
      </ol>
      {nextAttemptAt !== null && (
        <Hint mb="sm">
          <ToneStatus tone="neutral">Next try {formatMoment(nextAttemptAt)}</ToneStatus>
        </Hint>
      )}
      {attempts.length === 0 && <Hint mb="sm">No attempt yet</Hint>}
      <dl className={classes['ids']}>
        <Id name="Event ID" value={eventId} />
        <Id name="Delivery ID" value={id} />
      </dl>
      <ButtonLink to="/cases/$id" params={{ id: caseId }} variant="default" size="xs" mt="sm">
        Open case
      </ButtonLink>
    </Card>
  );
}

/** An id on one line, with a button that copies it. */
function Id({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code className={classes['mono']}>{value}</code>
        <CopyIcon text={value} what={name} />
      </dd>
    </>
  );
}

function isTaken({ statusCode }: WebhookAttempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function shortOutcome(attempt: WebhookAttempt | undefined): string {
  if (!attempt) return '–';
  return attempt.error === null ? String(attempt.statusCode ?? 0) : shortFaultNames[attempt.error];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
