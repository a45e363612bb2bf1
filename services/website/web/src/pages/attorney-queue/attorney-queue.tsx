import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { attorneyQueueQuery } from '../../api/queries.ts';
import { formatAgo } from '../../shared/dates.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { attorneyWords as words } from '../../wording/attorney.ts';
import { groundNames, stateNames } from '../../wording/cases.ts';

export function AttorneyQueue() {
  const query = useQuery(attorneyQueueQuery);
  return (
    <Stack>
      <PageTitle>{words.queue}</PageTitle>
      <QueryState query={query}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text>{words.empty}</Text>}
            {items.map((item) => (
              <Group key={item.id}>
                <Text fw={600}>{stateNames[item.state]}</Text>
                <Text>
                  {item.jurisdiction.state} · {groundNames[item.ground]} · {formatAgo(item.updatedAt, new Date())}
                </Text>
                {item.attention.needed && <Badge variant="outline">{words.needsAttention}</Badge>}
              </Group>
            ))}
          </>
        )}
      </QueryState>
    </Stack>
  );
}
