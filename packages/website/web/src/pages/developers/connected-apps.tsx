import type { Connection } from '@evict/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { connectionsQuery } from '../../api/queries.ts';
import { CredentialRow } from '../../shared/credential-row.tsx';
import { formatMoment, plainName } from '../../shared/format.ts';
import { PlainList, Section } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { scopeNames } from './api-keys.tsx';

/** The apps that members have connected in a mode. */
export function ConnectedApps({ mode }: { mode: Mode }) {
  const query = useQuery(connectionsQuery(mode));
  return (
    <Section
      title="Connected apps"
      help="Assistants and programs that a member has given access in this mode. They ask for it by themselves, and you answer on this website."
    >
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No app is connected in this mode.</Text>
          ) : (
            <PlainList>
              {items.map((connection) => (
                <Row key={connection.id} connection={connection} mode={mode} />
              ))}
            </PlainList>
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
      meaning: 'It loses access at once. It can ask for it again.',
      verb: 'Disconnect',
      isDangerous: true,
    },
  });
  return (
    <CredentialRow name={plainName(connection.name ?? 'An app without a name')} revoke={disconnect} verb="Disconnect">
      {[
        redirectHost === null ? 'On a device' : `At ${plainName(redirectHost)}`,
        `Connected ${formatMoment(createdAt)}${createdBy.name ? ` by ${plainName(createdBy.name)}` : ''}`,
        lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt)}`,
        `Can: ${scopes.map((scope) => scopeNames[scope]).join(', ')}`,
        confirm === 'required' ? 'A person confirms' : 'Nobody has to confirm',
      ].join(' · ')}
    </CredentialRow>
  );
}
