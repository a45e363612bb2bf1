import { Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../api/contract.ts';
import { attorneyQueueQuery } from '../../api/queries.ts';
import { Ago } from '../../shared/ago.tsx';
import { AppLink } from '../../shared/app-link.tsx';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { groundNames, stateNames } from '../../wording/cases.ts';
import { attentionName } from '../../wording/desk.ts';
import { AskFirst } from './ask-first.tsx';
import { attentionFirst } from './attention-first.ts';

export type QueueItem = Output<'GET /v1/attorney/queue'>['items'][number];

/** The cases that need the attorney, without names. */
export function AttorneyQueue() {
  const query = useQuery({ ...attorneyQueueQuery, refetchInterval: 30_000 });
  return (
    <Stack>
      <PageTitle>Queue</PageTitle>
      <AskFirst />
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? <Text>No case needs you now.</Text> : <QueueTable items={attentionFirst(items)} />
        }
      </QueryState>
    </Stack>
  );
}

function QueueTable({ items }: { items: readonly QueueItem[] }) {
  return (
    <Table verticalSpacing="sm" className="breakable" aria-label="Queue">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="sm">Waiting since</Table.Th>
          <Table.Th visibleFrom="md">Opened</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              <AppLink to="/attorney/cases/$id" params={{ id: item.id }} fw={600}>
                {[item.jurisdiction.county, item.jurisdiction.state].filter(Boolean).join(', ')}
              </AppLink>
              <Text size="sm">{groundNames[item.ground]}</Text>
              <Text size="xs" c="dimmed">
                {item.id}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{stateNames[item.state]}</Text>
              <Group gap={4}>
                {item.attention.reasons.map((reason) => (
                  <ToneBadge key={reason} tone="bad">
                    {attentionName(reason)}
                  </ToneBadge>
                ))}
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Ago moment={item.updatedAt} />
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Ago moment={item.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
