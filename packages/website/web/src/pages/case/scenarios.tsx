import { Accordion, Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, scenariosQuery } from '../../api/queries.ts';
import { Hint, Lines, wrapping } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { Directives } from './directives.tsx';
import classes from './scenarios.module.css';
import { useCaseUpdate } from './use-case.ts';

/** Lists what can be simulated in the case's state. One click simulates it. */
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
          <Hint>Each event is recorded immediately and sends its webhooks.</Hint>
          <RefusalAlert error={error} />
          <Lines>
            {items
              .filter(({ from }) => from.includes(one.state))
              .map(({ name, description }) => (
                <li key={name} className={classes['line']}>
                  <Button
                    variant="subtle"
                    fullWidth
                    justify="start"
                    {...wrapping}
                    classNames={{ root: classes['scenario'] ?? '' }}
                    loading={isPending && variables === name}
                    disabled={isPending}
                    onClick={() => mutate(name)}
                  >
                    {description}
                  </Button>
                </li>
              ))}
          </Lines>
          <Accordion order={3} mt="sm">
            <Accordion.Item value="directives">
              <Accordion.Control>Directives</Accordion.Control>
              <Accordion.Panel>
                <Directives one={one} />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </Stack>
      )}
    </QueryState>
  );
}
