import { Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Ago, Hint, SmallButton } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';
import type { useAction } from './use-action.ts';

interface CredentialRowProps {
  name: ReactNode;
  badge?: ReactNode;
  revoke: Pick<ReturnType<typeof useAction>, 'button' | 'error'>;
  verb?: string;
  mayRevoke?: boolean;
  /** What is known of it, in small print. */
  children: ReactNode;
}

/** A credential that was handed out, and the button that ends it. */
export function CredentialRow({
  name,
  badge,
  revoke,
  verb = 'Revoke',
  mayRevoke = true,
  children,
}: CredentialRowProps) {
  const nameId = useId();
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <div className="breakable">
          <Text id={nameId}>{name}</Text>
          <Hint>{children}</Hint>
        </div>
        <Group gap="sm">
          {badge}
          {mayRevoke && (
            <SmallButton aria-describedby={nameId} {...revoke.button}>
              {verb}
            </SmallButton>
          )}
        </Group>
      </Group>
      <RefusalAlert error={revoke.error} />
    </Paper>
  );
}

/** When a credential was made, and when it was used last. */
export function CreatedAndUsed({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  return (
    <>
      Created <Ago moment={createdAt} /> ·{' '}
      {lastUsedAt === null ? (
        'Not used yet'
      ) : (
        <>
          Last used <Ago moment={lastUsedAt} />
        </>
      )}
    </>
  );
}
