import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, scenariosQuery } from '../../api/queries.ts';
import { Hint, wrapping } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useCaseUpdate } from './use-case.ts';

/** What can happen to the case where it is, one click each. */
export default function Scenarios({ one, close }: { one: Case; close: () => void }) {
  const { show, refresh } = useCaseUpdate(one);
  const { id: caseId, mode } = one;
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (scenario: string) => call('POST /v1/simulations', { body: { caseId, scenario } }, { mode }),
    onSuccess: (now) => {
      close();
      void show(now);
    },
    onError: () => void refresh(),
  });
  return (
    <QueryState query={useQuery(scenariosQuery)}>
      {({ items }) => (
        <Stack gap="xs">
          <Hint>Each is recorded at once, with its events and webhooks.</Hint>
          <RefusalAlert error={error} />
          {items
            .filter(({ from }) => from.includes(one.state))
            .map(({ name, description }) => (
              <Button
                key={name}
                variant="default"
                justify="start"
                {...wrapping}
                ta="start"
                loading={isPending && variables === name}
                disabled={isPending}
                onClick={() => mutate(name)}
              >
                {description}
              </Button>
            ))}
        </Stack>
      )}
    </QueryState>
  );
}
