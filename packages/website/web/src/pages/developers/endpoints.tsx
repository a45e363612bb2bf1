import type { WebhookEndpoint } from '@evict/contract';
import { ActionIcon, Checkbox, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { pageData } from '../../api/page-data.ts';
import { endpointsQuery } from '../../api/queries.ts';
import { DialogForm } from '../../shared/dialog-form.tsx';
import { DialogButton } from '../../shared/dialog.tsx';
import { useFormAction } from '../../shared/form.tsx';
import { counted, formatDayOf } from '../../shared/format.ts';
import { Banner, Loading, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { SecretOnce } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';
import { Deliveries } from './deliveries.tsx';
import classes from './developers.module.css';
import { ToneStatus } from './tone-status.tsx';

/** Lists the webhook endpoints, and the deliveries to one of them. */
export function Endpoints({ mode }: { mode: Mode }) {
  const query = useQuery(endpointsQuery(mode));
  const [secret, setSecret] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const endpoints = query.data?.items ?? [];
  // The newest endpoint is chosen by default, and again if the chosen one is deleted.
  const chosen = endpoints.find(({ id }) => id === chosenId) ?? endpoints.at(-1);
  return (
    <>
      <Section
        title="Webhook endpoints"
        count={query.data?.items.length}
        beside={<AddEndpoint mode={mode} onSecret={setSecret} endpoints={endpoints} />}
      >
        {secret !== null && (
          <SecretOnce
            title="The signing secret of the endpoint"
            help="Copy it now: it is shown only once. Your receiver verifies each message with it."
            secret={secret}
            onDone={() => setSecret(null)}
          />
        )}
        <QueryState query={query} skeleton={<Loading lines={2} height={56} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={classes['none']}>No endpoints yet. Add one to receive each event of a {mode} case.</p>
            ) : (
              <ul className={classes['endpoints']}>
                {items.map((endpoint) => (
                  <Row
                    key={endpoint.id}
                    endpoint={endpoint}
                    mode={mode}
                    onSecret={setSecret}
                    isChosen={endpoint.id === chosen?.id}
                    onChoose={() => setChosenId(endpoint.id)}
                  />
                ))}
              </ul>
            )
          }
        </QueryState>
      </Section>
      {chosen && <Deliveries key={chosen.id} mode={mode} endpoint={chosen} />}
    </>
  );
}

interface OnSecret {
  mode: Mode;
  onSecret: (secret: string | null) => void;
}

interface AddEndpointProps extends OnSecret {
  endpoints: readonly WebhookEndpoint[];
}

function AddEndpoint({ onSecret, ...props }: AddEndpointProps) {
  return (
    <DialogButton verb="Add endpoint" title="Add endpoint" button={{ leftSection: <IconPlus size={16} aria-hidden /> }}>
      {(close) => (
        <EndpointForm
          {...props}
          onCancel={close}
          onSecret={(secret) => {
            close();
            onSecret(secret);
          }}
        />
      )}
    </DialogButton>
  );
}

function EndpointForm({ mode, onSecret, endpoints, onCancel }: AddEndpointProps & { onCancel: () => void }) {
  const { form, action } = useFormAction({
    initialValues: { url: '', tellsMore: false },
    run: ({ url, tellsMore }) =>
      call(
        'POST /v1/webhook-endpoints',
        { body: { url, ...(tellsMore && { events: [...pageData().messageTypes] }) } },
        { mode },
      ),
    refresh: endpointsQuery(mode).queryKey,
    onDone: ({ secret }) => onSecret(secret),
  });
  return (
    <DialogForm
      action={action}
      verb="Add endpoint"
      onCancel={onCancel}
      ifUnknown="The endpoint may have been added without its secret being shown. If the list has it, delete it."
    >
      <TextInput
        label="Endpoint URL"
        description="Starts with https:// and is on the public internet."
        placeholder="https://hooks.example.com/cases"
        type="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      {endpoints.some(({ url, disabledAt }) => url === form.values.url && disabledAt === undefined) && (
        <Banner tone="warning">This URL is registered already. Its receiver would get everything twice.</Banner>
      )}
      <Checkbox
        label="Also send messages when a note, deadline, fact, or charge changes"
        description="Otherwise, the endpoint gets only the events of each case."
        {...form.getInputProps('tellsMore', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}

interface RowProps extends OnSecret {
  endpoint: WebhookEndpoint;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ endpoint: { id, url, createdAt, events, disabledAt }, mode, onSecret, isChosen, onChoose }: RowProps) {
  const name = useId();
  const refresh = endpointsQuery(mode).queryKey;
  const remove = useAction({
    run: () => call('DELETE /v1/webhook-endpoints/{id}', { id }, { mode }),
    refresh,
    ask: {
      title: 'Delete this endpoint?',
      meaning: `Nothing more is sent to ${url}. Its delivery log is deleted too, and pending deliveries are dropped.`,
      verb: 'Delete',
      isDangerous: true,
    },
  });
  const rotate = useAction({
    run: () => call('POST /v1/webhook-endpoints/{id}/rotate-secret', { id }, { mode }),
    onDone: ({ secret }) => onSecret(secret),
    ask: {
      title: 'Rotate the signing secret?',
      meaning: `Messages to ${url} are signed with a new secret immediately, and also with the current one for 24 hours.`,
      verb: 'Rotate secret',
    },
  });
  const enable = useAction({
    run: () => call('POST /v1/webhook-endpoints', { body: { url } }, { mode }),
    refresh,
    onDone: ({ secret }) => onSecret(secret),
    ask: {
      title: 'Enable this endpoint?',
      meaning: `The endpoint ${url} gets a new signing secret, which your receiver needs. Only new events are sent to it; read those it missed from GET /v1/events.`,
      verb: 'Enable',
    },
  });
  const isEnabled = disabledAt === undefined;
  return (
    <li className={classes['endpoint']}>
      <div>
        <UnstyledButton className={classes['url']} id={name} onClick={onChoose} aria-pressed={isChosen}>
          {url}
        </UnstyledButton>
        <small>
          {isEnabled
            ? `${events === undefined ? 'All events' : counted(events.length, 'message type')}. Added ${formatDayOf(createdAt)}.`
            : `Every delivery failed for days. Disabled since ${formatDayOf(disabledAt)}.`}
        </small>
      </div>
      <ToneStatus tone={isEnabled ? 'good' : 'bad'}>{isEnabled ? 'Enabled' : 'Disabled'}</ToneStatus>
      <div>
        {isEnabled ? (
          <SmallButton variant="subtle" color="gray" aria-describedby={name} {...rotate.button}>
            Rotate secret
          </SmallButton>
        ) : (
          <SmallButton aria-describedby={name} {...enable.button}>
            Enable
          </SmallButton>
        )}
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${url}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!isEnabled && <Menu.Item onClick={rotate.button.onClick}>Rotate secret</Menu.Item>}
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove.button.onClick}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <RefusalAlert error={remove.error ?? enable.error ?? rotate.error} />
    </li>
  );
}
