import type { AttorneyToken } from '@evict/contract';
import { Button, Group, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../api/call.ts';
import { attorneyQuery, attorneyTokensQuery } from '../api/queries.ts';
import { rowsOf } from '../shared/fact-rows.ts';
import { formatMoment } from '../shared/format.ts';
import { Page } from '../shared/page.tsx';
import { FactList, Hint, Lines, SmallButton } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { Setting, Settings } from '../shared/setting.tsx';
import { useAction } from '../shared/use-action.ts';
import { isActive } from '../shared/credentials.ts';
import { SecretOnce } from '../shared/secret-once.tsx';
import { CalendarLinks } from './calendar-links.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export function AttorneyAccount() {
  return (
    <Page title="Account" width="settings">
      <Settings>
        <Profile />
        <SecondFactors />
        <Sessions />
        <CalendarLinks />
        <Tokens />
      </Settings>
    </Page>
  );
}

function Profile() {
  const query = useQuery(attorneyQuery);
  return (
    <Setting title="You" help="The customers of your cases see your name and bar number.">
      <QueryState query={query}>
        {({ name, email, licenses, verified }) => (
          <>
            <FactList
              rows={rowsOf({
                Name: name,
                Email: email,
                Licenses: licenses.map(({ state, barNumber }) => `${state}, bar number ${barNumber}`).join('\n'),
                Verified: verified ? 'Yes' : 'Not yet. Our operators check your license with the bar of your state.',
              })}
            />
            <AskFirst />
          </>
        )}
      </QueryState>
    </Setting>
  );
}

/** Lets attorneys choose whether they are asked before a case is assigned to them. */
function AskFirst() {
  const { data } = useQuery(attorneyQuery);
  const queries = useQueryClient();
  /** The value that is being saved. */
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
    <Setting
      title="Tokens"
      help="With a token, a program can act for you for 90 days. It can do what you can do with your cases, but it cannot create tokens. If you have a passkey, an approval also needs its signature."
    >
      <div>
        <Button variant="default" {...create.button}>
          Create token
        </Button>
      </div>
      <RefusalAlert error={create.error} />
      {secret !== null && (
        <SecretOnce
          title="Your new token"
          help="Copy it now: it is shown only once. Keep it as safe as a password."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Hint>No tokens yet. Create one to connect a program to your cases.</Hint>
          ) : (
            <Lines>
              {items.map((token) => (
                <Row key={token.id} token={token} onSecret={setSecret} />
              ))}
            </Lines>
          )
        }
      </QueryState>
    </Setting>
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
    <li>
      <Group justify="space-between" gap="sm">
        <div>
          <Text ff="monospace" size="sm" id={name}>{`… ${lastFour}`}</Text>
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
            <SmallButton variant="subtle" color="red" aria-describedby={name} {...revoke.button}>
              Revoke
            </SmallButton>
          </Group>
        ) : (
          <Hint>Ended</Hint>
        )}
      </Group>
      <RefusalAlert error={revoke.error ?? rotate.error} />
    </li>
  );
}
