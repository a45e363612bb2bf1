import type { ApiKey } from '@evict/contract';
import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { formatMoment } from '../../shared/format.ts';
import { Hint, PlainList, Section, SmallButton, ToneBadge } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { SecretOnce } from './secret.tsx';

interface ApiKeysProps {
  mode: Mode;
  /** Of the key that was created on this page; null before and after it is shown. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function ApiKeys({ mode, secret, onSecret }: ApiKeysProps) {
  const query = useQuery(apiKeysQuery(mode));
  const [showsRevoked, setShowsRevoked] = useState(false);
  const create = useAction({
    run: () => call('POST /v1/api-keys', {}, { mode }),
    refresh: apiKeysQuery(mode).queryKey,
    onDone: (key) => onSecret(key.secret),
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
        <Button {...create.button}>Create key</Button>
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
  const name = useId();
  const revoke = useAction({
    run: () => call('DELETE /v1/api-keys/{id}', { id }, { mode }),
    refresh: apiKeysQuery(mode).queryKey,
    ask: {
      title: 'Revoke this key?',
      meaning: 'Programs that use it lose access at once. A revoked key cannot be restored.',
      verb: 'Revoke',
      isDangerous: true,
    },
  });
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
            <SmallButton aria-describedby={name} {...revoke.button}>
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
