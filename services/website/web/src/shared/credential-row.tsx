import { Group, Paper, Text } from '@mantine/core';
import { useId } from 'react';
import { Ago, Hint, SmallButton } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';
import type { useAction } from './use-action.ts';

interface CredentialRowProps {
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  revoke: Pick<ReturnType<typeof useAction>, 'button' | 'error'>;
  mayRevoke?: boolean;
}

/** A secret that was handed out: by what it is recognized, when it was used, and the button that revokes it. */
export function CredentialRow({ name, createdAt, lastUsedAt, revoke, mayRevoke = true }: CredentialRowProps) {
  const nameId = useId();
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Text id={nameId}>{name}</Text>
          <Hint>
            Created <Ago moment={createdAt} /> ·{' '}
            {lastUsedAt === null ? (
              'Not used yet'
            ) : (
              <>
                Last used <Ago moment={lastUsedAt} />
              </>
            )}
          </Hint>
        </div>
        {mayRevoke && (
          <SmallButton aria-describedby={nameId} {...revoke.button}>
            Revoke
          </SmallButton>
        )}
      </Group>
      <RefusalAlert error={revoke.error} />
    </Paper>
  );
}
