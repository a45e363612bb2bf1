import { Alert, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { attorneyQuery } from '../../api/queries.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';

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
