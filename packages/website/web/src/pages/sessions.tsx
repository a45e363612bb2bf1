import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { type SessionItem, sessionsQuery } from '../api/queries.ts';
import { CredentialRow } from '../shared/credential-row.tsx';
import { Ago, Lines, SmallButton, Tag } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { Setting } from '../shared/setting.tsx';
import { useAction } from '../shared/use-action.ts';

const shownAtFirst = 5;

/** Lists the user's sessions: this one first, then the others in the service's order. */
export function Sessions() {
  const query = useQuery(sessionsQuery());
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Setting title="Where you are signed in" help="If you don’t recognize one, end it and change your password.">
      <QueryState query={query}>
        {({ items }) => {
          const ordered = items.toSorted((a, b) => Number(b.current) - Number(a.current));
          const isCut = !showsAll && items.length > shownAtFirst + 1;
          return (
            <>
              <Lines>
                {ordered.slice(0, isCut ? shownAtFirst : undefined).map((session) => (
                  <Row key={session.id} session={session} />
                ))}
              </Lines>
              {isCut && (
                <div>
                  <SmallButton onClick={() => setShowsAll(true)}>Show all {items.length}</SmallButton>
                </div>
              )}
            </>
          );
        }}
      </QueryState>
    </Setting>
  );
}

function Row({ session: { id, createdAt, lastUsedAt, network, device, current } }: { session: SessionItem }) {
  const end = useAction({
    run: () => call('DELETE /v1/me/sessions/{id}', { id }),
    refresh: sessionsQuery().queryKey,
  });
  return (
    <CredentialRow
      name={device ?? 'Unknown device'}
      badge={current && <Tag tone="good">This session</Tag>}
      revoke={end}
      verb="End"
      mayRevoke={!current}
    >
      {network !== null && `Network ${network} · `}Signed in <Ago moment={createdAt} isInSentence /> · Last used{' '}
      <Ago moment={lastUsedAt} isInSentence />
    </CredentialRow>
  );
}
