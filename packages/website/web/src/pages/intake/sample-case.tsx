import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { pageData } from '../../api/page-data.ts';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';

/** A button that creates a test case with every fact filled in, and opens it. */
export function SampleCase({ variant = 'default' }: { variant?: 'default' | 'filled' }) {
  const navigate = useNavigate();
  const create = useAction({
    run: () => call('POST /v1/cases', { body: pageData().sampleCase }, { mode: 'test' }),
    onDone: ({ id }) => void navigate({ to: '/cases/$id', params: { id } }),
  });
  return (
    <>
      <Button variant={variant} {...create.button}>
        Create a sample case
      </Button>
      <RefusalAlert error={create.error} />
    </>
  );
}
