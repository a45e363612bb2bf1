import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, scenariosQuery } from '../../api/queries.ts';
import { Hint, wrapping } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { useCaseUpdate } from './use-case.ts';

interface ScenariosProps {
  one: Case;
  close: () => void;
}

/** What can happen to the case where it is, one click each. */
export default function Scenarios({ one, close }: ScenariosProps) {
  return (
    <QueryState query={useQuery(scenariosQuery)}>
      {({ items }) => (
        <Stack gap="xs">
          <Hint>Each is recorded at once, with its events and webhooks.</Hint>
          {items
            .filter(({ from }) => from.includes(one.state))
            .map(({ name, description }) => (
              <Scenario key={name} one={one} close={close} name={name} description={description} />
            ))}
        </Stack>
      )}
    </QueryState>
  );
}

function Scenario({ one, close, name, description }: ScenariosProps & { name: string; description: string }) {
  const { show, refresh } = useCaseUpdate(one);
  const { id: caseId, mode } = one;
  const simulation = useAction({
    run: () => call('POST /v1/simulations', { body: { caseId, scenario: name } }, { mode }),
    onDone: (now) => {
      close();
      void show(now);
    },
    onRefused: () => void refresh(),
  });
  return (
    <>
      <Button variant="default" justify="start" {...wrapping} ta="start" {...simulation.button}>
        {description}
      </Button>
      <RefusalAlert error={simulation.error} />
    </>
  );
}
