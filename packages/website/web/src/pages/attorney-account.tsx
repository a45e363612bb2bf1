import type { AttorneyToken } from '@evict/contract';
import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../api/call.ts';
import { attorneyQuery, attorneyTokensQuery } from '../api/queries.ts';
import { formatMoment } from '../shared/format.ts';
import { Hint, PageTitle, PlainList, Section, SmallButton, Tag } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { isActive } from '../shared/credentials.ts';
import { SecretOnce } from '../shared/secret-once.tsx';
import { CalendarLinks } from './calendar-links.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

/** The account of an attorney: who they are, and the tokens of their programs. */
export function AttorneyAccount() {
  const query = useQuery(attorneyQuery);
  return (
    <Stack>
      <PageTitle>Your account</PageTitle>
      <QueryState query={query}>
        {({ name, email, licenses }) => (
          <Text>
            {[name, email, licenses.length > 0 && `Licensed in ${licenses.map(({ state }) => state).join(', ')}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
      </QueryState>
      <AskFirst />
      <SecondFactors />
      <Sessions />
      <CalendarLinks />
      <Tokens />
    </Stack>
  );
}

/** Whether the attorney is asked before a case is theirs. */
function AskFirst() {
  const { data } = useQuery(attorneyQuery);
  const queries = useQueryClient();
  /** What is being saved. */
  const [wish, setWish] = useState<boolean | null>(null);
  const save = useMutation({
    mutationFn: (asksFirst: boolean) => call('PATCH /v1/attorney/me', { body: { asksFirst } }),
    onSuccess: (attorney) => {
      queries.setQueryData(attorneyQuery.queryKey, attorney);
      notifications.show({ message: 'Saved' });
    },
    onSettled: () => setWish(null),
  });
  if (!data) return null;
  return (
    <>
      <RefusalAlert error={save.error} />
      <Switch
        label="Ask me first"
        description="Cases assigned to you wait until you have checked for conflicts of interest and accepted them."
        checked={wish ?? data.asksFirst}
        onChange={({ currentTarget }) => {
          setWish(currentTarget.checked);
          save.mutate(currentTarget.checked);
        }}
      />
    </>
  );
}

function Tokens() {
  const query = useQuery(attorneyTokensQuery);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = attorneyTokensQuery.queryKey;
  const create = useAction({
    run: () => call('POST /v1/attorney/me/tokens', {}),
    refresh,
    onDone: (token) => setSecret(token.secret),
  });
  return (
    <Section
      title="Tokens"
      help="Programs act for you with a token, for 90 days. It can do everything you can do with your cases, but make no other token."
    >
      <RefusalAlert error={create.error} />
      {secret !== null && (
        <SecretOnce
          title="Your new token"
          help="Copy it now: it is shown only once. Keep it as safe as a password."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <Group>
        <Button {...create.button}>Create token</Button>
      </Group>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">There are no tokens yet.</Text>
          ) : (
            <PlainList>
              {items.map((token) => (
                <Row key={token.id} token={token} onSecret={setSecret} />
              ))}
            </PlainList>
          )
        }
      </QueryState>
    </Section>
  );
}

function Row({ token, onSecret }: { token: AttorneyToken; onSecret: (secret: string) => void }) {
  const { id: tokenId, lastFour, createdAt, expiresAt, revokedAt } = token;
  const name = useId();
  const refresh = attorneyTokensQuery.queryKey;
  const revoke = useAction({
    run: () => call('DELETE /v1/attorney/me/tokens/{tokenId}', { tokenId }),
    refresh,
    ask: {
      title: 'Revoke this token?',
      meaning: 'Programs that use it lose access at once. A revoked token cannot be restored.',
      verb: 'Revoke',
      isDangerous: true,
    },
  });
  const rotate = useAction({
    run: () => call('POST /v1/attorney/me/tokens/{tokenId}/rotate', { tokenId }),
    refresh,
    ask: {
      title: 'Replace this token?',
      meaning: 'You get a new token. This one keeps working for 24 hours at most.',
      verb: 'Replace',
    },
    onDone: (made) => onSecret(made.secret),
  });
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Text ff="monospace" id={name}>{`… ${lastFour}`}</Text>
          <Hint>
            Created {formatMoment(createdAt)} ·{' '}
            {revokedAt === null ? `Ends ${formatMoment(expiresAt)}` : `Revoked ${formatMoment(revokedAt)}`}
          </Hint>
        </div>
        {isActive({ revokedAt, expiresAt }) ? (
          <Group gap="sm">
            <SmallButton aria-describedby={name} {...rotate.button}>
              Replace
            </SmallButton>
            <SmallButton aria-describedby={name} {...revoke.button}>
              Revoke
            </SmallButton>
          </Group>
        ) : (
          <Tag tone="neutral">Ended</Tag>
        )}
      </Group>
      <RefusalAlert error={revoke.error ?? rotate.error} />
    </Paper>
  );
}
