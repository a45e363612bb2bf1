import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { ButtonLink } from '../../shared/app-link.tsx';
import { formatDay, formatMoment } from '../../shared/dates.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { caseWords as words, cureWords, withdrawWords } from '../../wording/case.ts';
import { nextActionText, stateNames } from '../../wording/cases.ts';
import { CheckResults } from './check-results.tsx';
import { EndingActions } from './ending-actions.tsx';
import { isFinished } from '../../shared/finished.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCaseAction } from './use-case-action.ts';

/** The state, who does what next, and what the reader can do about it. */
export function NextStep({ one }: { one: Case }) {
  const { by, text } = nextActionText(one);
  const isOver = isFinished(one);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <div>
          <Text fw={700} size="xl" role="status">
            {stateNames[one.state]}
          </Text>
          <Text>
            {!isOver && (
              <Text span fw={600}>
                {words.next}: {by}.{' '}
              </Text>
            )}
            {text}
          </Text>
        </div>
        <Reports one={one} />
        {one.state === 'draft' && <DraftActions one={one} />}
        {!isOver && <EndingActions one={one} />}
      </Stack>
    </Paper>
  );
}

function Reports({ one }: { one: Case }) {
  const { withdrawal, cureReports } = one.data.progress;
  const lastCure = cureReports.at(-1);
  return (
    <>
      {withdrawal && (
        <Alert color="yellow" variant="outline" title={one.state === 'withdrawn' ? null : withdrawWords.pending}>
          {one.state !== 'withdrawn' && <Text size="sm">{withdrawWords.pendingHelp}</Text>}
          {withdrawal.needsDismissal && <Text size="sm">{withdrawWords.dismissal}</Text>}
          {withdrawal.dismissedOn !== null && (
            <Text size="sm">{withdrawWords.dismissed(formatDay(withdrawal.dismissedOn))}</Text>
          )}
        </Alert>
      )}
      {lastCure && <Text size="sm">{cureWords.reported(formatMoment(lastCure.reportedAt))}</Text>}
    </>
  );
}

function DraftActions({ one }: { one: Case }) {
  const { id, mode } = one;
  const submit = useCaseAction(one, 'submit');
  const check = useMutation({ mutationFn: () => call('POST /v1/cases/{id}/validate', { id }, { mode }) });
  const failed = submit.error instanceof Refusal ? submit.error.gates : null;
  const results = failed ?? check.data?.results;
  return (
    <>
      <Group>
        <Button loading={submit.isPending} onClick={() => submit.mutate()}>
          {words.submit}
        </Button>
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => {
            submit.reset();
            check.mutate();
          }}
        >
          {words.check}
        </Button>
        <ButtonLink to="/cases/$id/edit" params={{ id: one.id }} variant="default">
          {words.edit}
        </ButtonLink>
      </Group>
      <RefusalAlert error={failed ? null : (submit.error ?? check.error)} />
      {results && <CheckResults results={results} />}
    </>
  );
}
