import type { Connection } from '@evict/contract';
import { useQuery } from '@tanstack/react-query';
import { IconPlugConnected } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { connectionsQuery } from '../../api/queries.ts';
import { CredentialRow } from '../../shared/credential-row.tsx';
import { formatMoment, plainName } from '../../shared/format.ts';
import { Empty, Lines, Section, Tag } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { scopeNames } from './api-keys.tsx';

/** The apps that members have connected in this mode. */
export function ConnectedApps({ mode }: { mode: Mode }) {
  const query = useQuery(connectionsQuery(mode));
  return (
    <Section
      title="Connected apps"
      count={query.data?.items.length}
      help="Assistants and programs to which a member has given access. They ask for access, and you decide on this website."
    >
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title="No app is connected"
              icon={<IconPlugConnected size={20} aria-hidden />}
              action={
                <Button component="a" href="/docs/guides/agents" variant="default">
                  Connect an assistant
                </Button>
              }
            >
              Add this service to an assistant. It opens a page here that asks for your permission in {mode} mode.
            </Empty>
          ) : (
            <div>
              <Lines>
                {items.map((connection) => (
                  <Row key={connection.id} connection={connection} mode={mode} />
                ))}
              </Lines>
            </div>
          )
        }
      </QueryState>
    </Section>
  );
}

function Row({ connection, mode }: { connection: Connection; mode: Mode }) {
  const { id, redirectHost, createdAt, createdBy, lastUsedAt, scopes, confirm } = connection;
  const disconnect = useAction({
    run: () => call('DELETE /v1/connections/{id}', { id }, { mode }),
    refresh: connectionsQuery(mode).queryKey,
    ask: {
      title: 'Disconnect this app?',
      meaning: 'It loses access immediately. It can ask for access again.',
      verb: 'Disconnect',
      isDangerous: true,
    },
  });
  return (
    <CredentialRow
      name={plainName(connection.name ?? 'Unnamed app')}
      badge={confirm === 'required' && <Tag tone="neutral">A person confirms</Tag>}
      revoke={disconnect}
      verb="Disconnect"
    >
      {[
        redirectHost === null ? 'On a device' : `At ${plainName(redirectHost)}`,
        `Connected ${formatMoment(createdAt)}${createdBy.name ? ` by ${plainName(createdBy.name)}` : ''}`,
        lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt)}`,
        `Can: ${scopes.map((scope) => scopeNames[scope]).join(', ')}`,
        confirm !== 'required' && 'No confirmation needed',
      ]
        .filter(Boolean)
        .join(' · ')}
    </CredentialRow>
  );
}
