import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import { useMutation } from '@tanstack/react-query';
import { PageTitle } from '../../shared/page-title.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { Intake } from '../intake/intake.tsx';
import { sampleCase } from '../../shared/sample-case.ts';
import { Hint } from '../../shared/hint.tsx';

/** The first step of a new case, and in test mode a sample with every fact. */
export function NewCase() {
  const mode = useMode();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => call('POST /v1/cases', { body: sampleCase }, { mode: 'test' }),
    onSuccess: ({ id }) => void navigate({ to: '/cases/$id', params: { id } }),
  });
  return (
    <Stack>
      <PageTitle>New case</PageTitle>
      {mode === 'test' && (
        <Group>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            Create a sample case
          </Button>
          <Hint>A test case about unpaid rent in the fictional state ZZ, with every fact filled in.</Hint>
        </Group>
      )}
      <RefusalAlert error={create.error} />
      <Intake key={mode} one={null} mode={mode} step="place" />
    </Stack>
  );
}
