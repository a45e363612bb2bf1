import type { WebhookEndpoint } from '@evict/contract';
import { Group, Paper, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { endpointsQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { confirm } from '../../shared/confirm.ts';
import { formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { Form, useFormAction } from '../../shared/form.tsx';
import { endpointWords as words } from '../../wording/developers.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretOnce } from './secret-once.tsx';
import { Section } from '../../shared/section.tsx';
import { Hint } from '../../shared/hint.tsx';
import { SmallButton } from '../../shared/small-button.tsx';
import { PlainList } from '../../shared/plain-list.tsx';

/** Endpoints, and the log of what was sent to them. */
export function Endpoints({ mode }: { mode: Mode }) {
  const query = useQuery(endpointsQuery(mode));
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Section title={words.title} help={words.help}>
        <AddEndpoint mode={mode} onSecret={setSecret} />
        {secret !== null && (
          <SecretOnce title={words.added} help={words.addedHelp} secret={secret} onDone={() => setSecret(null)} />
        )}
        <QueryState query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm">{words.none}</Text>
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

function AddEndpoint({ mode, onSecret }: OnSecret) {
  const queries = useQueryClient();
  const { form, action } = useFormAction({
    initialValues: { url: '' },
    run: async (body) => {
      try {
        return await call('POST /v1/webhook-endpoints', { body }, { mode });
      } finally {
        void queries.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey });
      }
    },
    onDone: ({ secret }) => {
      form.reset();
      onSecret(secret);
    },
  });
  const isUnknown = action.error instanceof Refusal && action.error.isOutcomeUnknown;
  return (
    <Form action={action} verb={words.add} isNarrow wayOn={isUnknown && <Text size="sm">{words.unknown}</Text>}>
      <TextInput
        w="min(100%, 32rem)"
        label={words.url}
        description={words.urlHelp}
        placeholder="https://hooks.example.com/cases"
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
    </Form>
  );
}

function Row({
  endpoint: { id, url, createdAt, disabledAt },
  mode,
  onSecret,
}: OnSecret & { endpoint: WebhookEndpoint }) {
  const queries = useQueryClient();
  const name = useId();
  const onSettled = () => void queries.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey });
  const remove = useMutation({
    mutationFn: () => call('DELETE /v1/webhook-endpoints/{id}', { id }, { mode }),
    onSettled,
  });
  const enable = useMutation({
    mutationFn: () => call('POST /v1/webhook-endpoints', { body: { url } }, { mode }),
    gcTime: 0, // no cache keeps the secret
    onSuccess: ({ secret }) => onSecret(secret),
    onSettled,
  });
  const askToRemove = async () => {
    const question = { title: words.deleteTitle, meaning: `${url}. ${words.deleteMeaning}`, verb: words.delete };
    if (await confirm({ ...question, isDangerous: true })) remove.mutate();
  };
  const askToEnable = async () => {
    const question = { title: words.enableTitle, meaning: `${url}. ${words.enableMeaning}`, verb: words.enable };
    if (await confirm(question)) enable.mutate();
  };
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div className="breakable">
          <Text id={name}>{url}</Text>
          <Hint>
            {disabledAt === undefined ? formatMoment(createdAt) : words.disabledHelp(formatMoment(disabledAt))}
          </Hint>
        </div>
        <Group gap="sm">
          <ToneBadge tone={disabledAt === undefined ? 'good' : 'bad'}>
            {disabledAt === undefined ? words.enabled : words.disabled}
          </ToneBadge>
          {disabledAt !== undefined && (
            <SmallButton aria-describedby={name} loading={enable.isPending} onClick={() => void askToEnable()}>
              {words.enable}
            </SmallButton>
          )}
          <SmallButton aria-describedby={name} loading={remove.isPending} onClick={() => void askToRemove()}>
            {words.delete}
          </SmallButton>
        </Group>
      </Group>
      <RefusalAlert error={remove.error ?? enable.error} />
    </Paper>
  );
}
