import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './credential-row.module.css';
import { Ago, SmallButton } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';
import type { useAction } from './use-action.ts';

interface CredentialRowProps {
  name: ReactNode;
  badge?: ReactNode;
  revoke: Pick<ReturnType<typeof useAction>, 'button' | 'error'>;
  verb?: string;
  mayRevoke?: boolean;
  /** Details in small print. */
  children: ReactNode;
}

/** An issued credential and the button that revokes it, as a row of `Lines`. */
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
    <li>
      <div className={classes['row']}>
        <div className="breakable">
          <div className={classes['name']} id={nameId}>
            {name}
          </div>
          <div className={classes['known']}>{children}</div>
        </div>
        {badge}
        {mayRevoke && (
          <SmallButton aria-describedby={nameId} {...revoke.button}>
            {verb}
          </SmallButton>
        )}
      </div>
      <RefusalAlert error={revoke.error} />
    </li>
  );
}

/** Says when a credential was created and last used. */
export function CreatedAndUsed({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  return (
    <>
      Created <Ago moment={createdAt} isInSentence /> ·{' '}
      {lastUsedAt === null ? (
        'Not used yet'
      ) : (
        <>
          Last used <Ago moment={lastUsedAt} isInSentence />
        </>
      )}
    </>
  );
}
