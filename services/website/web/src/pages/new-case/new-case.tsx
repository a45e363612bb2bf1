import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { newCaseWords as words } from '../../wording/new-case.ts';
import { sampleCase } from './sample-case.ts';

/** For now a sample alone; the intake takes this place. */
export function NewCase() {
  const navigate = useNavigate();
  const create = useAction(
    (_: null, idempotencyKey) => call('POST /v1/cases', { body: sampleCase }, { idempotencyKey, mode: 'test' }),
    { onSuccess: ({ id }) => void navigate({ to: '/cases/$id', params: { id } }) },
  );
  return (
    <Stack align="start">
      <PageTitle>{words.title}</PageTitle>
      <Text>{words.sampleHelp}</Text>
      <RefusalAlert error={create.error} />
      <Button loading={create.isPending} onClick={() => create.mutate(null)}>
        {words.sample}
      </Button>
    </Stack>
  );
}
