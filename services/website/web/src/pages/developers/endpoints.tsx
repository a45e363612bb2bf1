import type { WebhookEndpoint } from '@evict/contract';
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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
import { useFormAction } from '../../shared/use-form-action.ts';
import { endpointWords as words } from '../../wording/developers.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretOnce } from './secret-once.tsx';
import { Section } from './section.tsx';

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
              <Stack component="ul" gap="xs" m={0} pl={0} style={{ listStyle: 'none' }}>
                {items.map((endpoint) => (
                  <Row key={endpoint.id} endpoint={endpoint} mode={mode} onSecret={setSecret} />
                ))}
              </Stack>
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
  const form = useForm({ mode: 'uncontrolled', initialValues: { url: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: async ({ url }) => {
      try {
        return await call('POST /v1/webhook-endpoints', { body: { url } }, { mode });
      } finally {
        void queries.invalidateQueries({ queryKey: endpointsQuery(mode).queryKey });
      }
    },
    onDone: ({ secret }) => {
      form.reset();
      onSecret(secret);
    },
  });
  const isUnknown = error instanceof Refusal && error.isOutcomeUnknown;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm" align="start">
        <RefusalAlert error={error}>{isUnknown && <Text size="sm">{words.unknown}</Text>}</RefusalAlert>
        <TextInput
          w="min(100%, 32rem)"
          label={words.url}
          description={words.urlHelp}
          placeholder="https://hooks.example.com/cases"
          type="url"
          autoComplete="off"
          key={form.key('url')}
          {...form.getInputProps('url')}
        />
        <Button type="submit" loading={isPending}>
          {words.add}
        </Button>
      </Stack>
    </form>
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
          <Text size="sm" c="dimmed">
            {disabledAt === undefined ? formatMoment(createdAt) : words.disabledHelp(formatMoment(disabledAt))}
          </Text>
        </div>
        <Group gap="sm">
          <ToneBadge tone={disabledAt === undefined ? 'good' : 'bad'}>
            {disabledAt === undefined ? words.enabled : words.disabled}
          </ToneBadge>
          {disabledAt !== undefined && (
            <Button
              size="xs"
              variant="default"
              aria-describedby={name}
              loading={enable.isPending}
              onClick={() => void askToEnable()}
            >
              {words.enable}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-describedby={name}
            loading={remove.isPending}
            onClick={() => void askToRemove()}
          >
            {words.delete}
          </Button>
        </Group>
      </Group>
      <RefusalAlert error={remove.error ?? enable.error} />
    </Paper>
  );
}
