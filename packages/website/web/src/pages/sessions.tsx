import { Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../api/call.ts';
import { type SessionItem, sessionsQuery } from '../api/queries.ts';
import { Ago, Hint, PlainList, Section, SmallButton, Tag } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';

/** Where the user is signed in. */
export function Sessions() {
  const query = useQuery(sessionsQuery());
  return (
    <Section title="Where you are signed in" help="End what you do not recognize, and change your password.">
      <QueryState query={query}>
        {({ items }) => (
          <PlainList>
            {items.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </PlainList>
        )}
      </QueryState>
    </Section>
  );
}

function Row({ session: { id, createdAt, lastUsedAt, network, device, current } }: { session: SessionItem }) {
  const name = useId();
  const end = useAction({
    run: () => call('DELETE /v1/me/sessions/{id}', { id }),
    refresh: sessionsQuery().queryKey,
  });
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div className="breakable">
          <Text id={name}>{device ?? 'Unknown device'}</Text>
          <Hint>
            {network !== null && `Network ${network} · `}Signed in <Ago moment={createdAt} /> · Last used{' '}
            <Ago moment={lastUsedAt} />
          </Hint>
        </div>
        {current ? (
          <Tag tone="good">This session</Tag>
        ) : (
          <SmallButton aria-describedby={name} {...end.button}>
            End
          </SmallButton>
        )}
      </Group>
      <RefusalAlert error={end.error} />
    </Paper>
  );
}
