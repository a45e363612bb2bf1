import type { WebhookEndpoint } from '@evict/contract';
import { Checkbox, Group, Paper, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { pageData } from '../../api/page-data.ts';
import { endpointsQuery } from '../../api/queries.ts';
import { Form, useFormAction } from '../../shared/form.tsx';
import { formatMoment } from '../../shared/format.ts';
import { Hint, PlainList, Section, SmallButton, Tag } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { SecretOnce } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';
import { Deliveries } from './deliveries.tsx';

/** Endpoints, and the log of what was sent to them. */
export function Endpoints({ mode }: { mode: Mode }) {
  const query = useQuery(endpointsQuery(mode));
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Section
        title="Webhook endpoints"
        help="Each event of a case in this mode is posted to every endpoint, signed with its secret."
      >
        <AddEndpoint mode={mode} onSecret={setSecret} endpoints={query.data?.items ?? []} />
        {secret !== null && (
          <SecretOnce
            title="The signing secret of the endpoint"
            help="Copy it now: it is shown only once. Your receiver verifies each message with it."
            secret={secret}
            onDone={() => setSecret(null)}
          />
        )}
        <QueryState query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm">There are no endpoints in this mode yet.</Text>
            ) : (
              <PlainList>
                {items.map((endpoint) => (
                  <Row key={endpoint.id} endpoint={endpoint} mode={mode} onSecret={setSecret} />
                ))}
              </PlainList>
            )
          }
        </QueryState>
      </Section>
      {query.data && query.data.items.length > 0 && <Deliveries mode={mode} endpoints={query.data.items} />}
    </>
  );
}

interface OnSecret {
  mode: Mode;
  onSecret: (secret: string | null) => void;
}

function AddEndpoint({ mode, onSecret, endpoints }: OnSecret & { endpoints: readonly WebhookEndpoint[] }) {
  const { form, action } = useFormAction({
    initialValues: { url: '', tellsMore: false },
    run: ({ url, tellsMore }) =>
      call(
        'POST /v1/webhook-endpoints',
        { body: { url, ...(tellsMore && { events: [...pageData().messageTypes] }) } },
        { mode },
      ),
    refresh: endpointsQuery(mode).queryKey,
    onDone: ({ secret }) => {
      form.reset();
      onSecret(secret);
    },
  });
  return (
    <Form
      action={action}
      verb="Add endpoint"
      isNarrow
      ifUnknown="The endpoint may have been added without its secret being shown. If it is listed below, delete it."
    >
      <TextInput
        w="min(100%, 32rem)"
        label="Endpoint URL"
        description="Begins with https:// and leads to the public network."
        placeholder="https://hooks.example.com/cases"
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      {endpoints.some(({ url, disabledAt }) => url === form.values.url && disabledAt === undefined) && (
        <Hint>This URL is registered already. Its receiver would get everything twice.</Hint>
      )}
      <Checkbox
        label="Also when a note, deadline, fact or charge changes"
        {...form.getInputProps('tellsMore', { type: 'checkbox' })}
      />
    </Form>
  );
}

function Row({
  endpoint: { id, url, createdAt, events, disabledAt },
  mode,
  onSecret,
}: OnSecret & { endpoint: WebhookEndpoint }) {
  const name = useId();
  const refresh = endpointsQuery(mode).queryKey;
  const remove = useAction({
    run: () => call('DELETE /v1/webhook-endpoints/{id}', { id }, { mode }),
    refresh,
    ask: {
      title: 'Delete this endpoint?',
      meaning: `${url}. Its delivery log is deleted too, and pending deliveries are dropped.`,
      verb: 'Delete',
      isDangerous: true,
    },
  });
  const rotate = useAction({
    run: () => call('POST /v1/webhook-endpoints/{id}/rotate-secret', { id }, { mode }),
    onDone: ({ secret }) => onSecret(secret),
    ask: {
      title: 'Rotate the signing secret?',
      meaning: `${url}. Messages are signed with a new secret at once, and for 24 hours with the present one as well.`,
      verb: 'Rotate secret',
    },
  });
  const enable = useAction({
    run: () => call('POST /v1/webhook-endpoints', { body: { url } }, { mode }),
    refresh,
    onDone: ({ secret }) => onSecret(secret),
    ask: {
      title: 'Enable this endpoint?',
      meaning: `${url}. It gets a new signing secret, which your receiver needs, and new events only. GET /v1/events has those it missed.`,
      verb: 'Enable',
    },
  });
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div className="breakable">
          <Text id={name}>{url}</Text>
          <Hint>
            {disabledAt === undefined
              ? `${formatMoment(createdAt)}${events === undefined ? '' : `, ${events.length} types of message`}`
              : `Disabled since ${formatMoment(disabledAt)}, after every delivery to it had failed for days.`}
          </Hint>
        </div>
        <Group gap="sm">
          <Tag tone={disabledAt === undefined ? 'good' : 'bad'}>
            {disabledAt === undefined ? 'Enabled' : 'Disabled'}
          </Tag>
          {disabledAt !== undefined && (
            <SmallButton aria-describedby={name} {...enable.button}>
              Enable
            </SmallButton>
          )}
          <SmallButton aria-describedby={name} {...rotate.button}>
            Rotate secret
          </SmallButton>
          <SmallButton aria-describedby={name} {...remove.button}>
            Delete
          </SmallButton>
        </Group>
      </Group>
      <RefusalAlert error={remove.error ?? enable.error ?? rotate.error} />
    </Paper>
  );
}
