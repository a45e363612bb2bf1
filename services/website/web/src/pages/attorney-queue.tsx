import { Alert, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { attorneyQuery, attorneyQueueQuery } from '../api/queries.ts';
import { attentionFirst } from '../shared/case-facts.ts';
import { Ago, AppLink, PageTitle, ToneBadge } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { attentionName, groundNames, stateNames } from '../wording/names.ts';

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

/** Who is signed in, and whether they are asked before a case is theirs. */
export function AskFirst() {
  const query = useQuery(attorneyQuery);
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
  return (
    <QueryState query={query}>
      {({ name, licenses, asksFirst, verified }) => (
        <Stack gap="xs">
          <Text>
            {name}
            {licenses.length > 0 && ` · Licensed in ${licenses.map(({ state }) => state).join(', ')}`}
          </Text>
          {!verified && (
            <Alert variant="outline">
              The operators have not verified your license yet. Until then, no case can be worked on.
            </Alert>
          )}
          <RefusalAlert error={save.error} />
          <Switch
            label="Ask me first"
            description="Cases assigned to you wait until you have checked for conflicts of interest and accepted them."
            checked={wish ?? asksFirst}
            onChange={({ currentTarget }) => {
              setWish(currentTarget.checked);
              save.mutate(currentTarget.checked);
            }}
          />
        </Stack>
      )}
    </QueryState>
  );
}
