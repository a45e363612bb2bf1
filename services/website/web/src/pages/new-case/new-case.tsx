import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import { useMutation } from '@tanstack/react-query';
import { PageTitle } from '../../shared/page-title.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { newCaseWords as words } from '../../wording/new-case.ts';
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
      <PageTitle>{words.title}</PageTitle>
      {mode === 'test' && (
        <Group>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            {words.sample}
          </Button>
          <Hint>{words.sampleHelp}</Hint>
        </Group>
      )}
      <RefusalAlert error={create.error} />
      <Intake key={mode} one={null} mode={mode} step="place" />
    </Stack>
  );
}
