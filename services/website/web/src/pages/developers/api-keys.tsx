import type { ApiKey } from '@evict/contract';
import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { confirm } from '../../shared/confirm.tsx';
import { formatMoment } from '../../shared/format.ts';
import { Hint, PlainList, Section, SmallButton, ToneBadge } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { SecretOnce } from './secret.tsx';

interface ApiKeysProps {
  mode: Mode;
  /** Of the key that was created on this page; null before and after it is shown. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function ApiKeys({ mode, secret, onSecret }: ApiKeysProps) {
  const queries = useQueryClient();
  const query = useQuery(apiKeysQuery(mode));
  const [showsRevoked, setShowsRevoked] = useState(false);
  const create = useMutation({
    mutationFn: () => call('POST /v1/api-keys', {}, { mode }),
    gcTime: 0, // no cache keeps the secret
    onSuccess: (key) => onSecret(key.secret),
    onSettled: () => void queries.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey }),
  });
  const isUnknown = create.error instanceof Refusal && create.error.isOutcomeUnknown;
  return (
    <Section
      title="API keys"
      help={`Programs sign in with a key. It can do everything you can do in this mode, except manage the organization.${mode === 'live' ? ' Only an owner can create a live key.' : ''}`}
    >
      <RefusalAlert error={create.error}>
        {isUnknown && (
          <Text size="sm">
            A key may have been created without its secret being shown. If one is listed below, revoke it.
          </Text>
        )}
      </RefusalAlert>
      {secret !== null && (
        <SecretOnce
          title="Your new key"
          help="Copy it now: it is shown only once. Keep it as safe as a password."
          secret={secret}
          onDone={() => {
            onSecret(null);
            create.reset();
          }}
        />
      )}
      <Group>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          Create key
        </Button>
      </Group>
      <QueryState query={query}>
        {({ items }) => {
          const shown = items.filter(({ revokedAt }) => showsRevoked || revokedAt === null);
          return (
            <>
              {shown.length === 0 && <Text size="sm">There are no keys in this mode yet.</Text>}
              {shown.length > 0 && (
                <PlainList>
                  {shown.map((key) => (
                    <Row key={key.id} apiKey={key} mode={mode} />
                  ))}
                </PlainList>
              )}
              {items.some(({ revokedAt }) => revokedAt !== null) && (
                <Checkbox
                  label="Show revoked keys"
                  checked={showsRevoked}
                  onChange={(event) => setShowsRevoked(event.currentTarget.checked)}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

function Row({ apiKey: { id, lastFour, createdAt, revokedAt }, mode }: { apiKey: ApiKey; mode: Mode }) {
  const queries = useQueryClient();
  const name = useId();
  const revoke = useMutation({
    mutationFn: () => call('DELETE /v1/api-keys/{id}', { id }, { mode }),
    onSettled: () => void queries.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey }),
  });
  const ask = async () => {
    const question = {
      title: 'Revoke this key?',
      meaning: 'Programs that use it lose access at once. A revoked key cannot be restored.',
      verb: 'Revoke',
    };
    if (await confirm({ ...question, isDangerous: true })) revoke.mutate();
  };
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Text ff="monospace" id={name}>
            {lastFour === null ? 'Key' : `… ${lastFour}`}
          </Text>
          <Hint>
            Created {formatMoment(createdAt)}
            {revokedAt !== null && ` · Revoked ${formatMoment(revokedAt)}`}
          </Hint>
        </div>
        {revokedAt === null ? (
          <Group gap="sm">
            <ToneBadge tone="good">Active</ToneBadge>
            <SmallButton aria-describedby={name} loading={revoke.isPending} onClick={() => void ask()}>
              Revoke
            </SmallButton>
          </Group>
        ) : (
          <ToneBadge tone="neutral">Revoked</ToneBadge>
        )}
      </Group>
      <RefusalAlert error={revoke.error} />
    </Paper>
  );
}
