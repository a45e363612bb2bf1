import { Alert, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/contract.ts';
import type { Mode } from '../../api/mode.ts';
import { type Case, caseQuery, meQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { intakeWords as words, stepNames } from '../../wording/intake.ts';
import { GatesPanel } from './gates-panel.tsx';
import { StepFields } from './step-fields.tsx';
import { StepList } from './step-list.tsx';
import { firstPart, isRequired, pathOfGate, type StepId, stepOf } from './steps.ts';
import { type IntakeFault, useIntake } from './use-intake.ts';

interface IntakeProps {
  /** Null while the case is not made yet. */
  one: Case | null;
  mode: Mode;
  step: StepId;
}

/** The facts of a case in steps. Each step is saved as a draft when it is left. */
export function Intake(props: IntakeProps) {
  const me = useQuery(meQuery);
  const [attempt, setAttempt] = useState(0);
  return (
    <QueryState query={me}>
      {({ user }) => (
        <IntakeForm
          key={`${user.id} ${attempt}`}
          {...props}
          userId={user.id}
          onDiscard={() => setAttempt(attempt + 1)}
        />
      )}
    </QueryState>
  );
}

function IntakeForm({
  one,
  mode,
  step: wished,
  userId,
  onDiscard,
}: IntakeProps & { userId: string; onDiscard: () => void }) {
  const intake = useIntake(one, mode, userId, onDiscard);
  const { steps, required, saveDraft } = intake;
  const { data: place, error: placeError, refetch: readPlace } = intake.jurisdiction;
  const step = !place || steps.includes(wished) ? wished : 'place';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const submit = useMutation({ mutationFn: (id: string) => call('POST /v1/cases/{id}/submit', { id }, { mode }) });
  const check = useMutation({
    mutationFn: (id: string) => call('POST /v1/cases/{id}/validate', { id }, { mode }),
    // What a refused submit said is out of date.
    onMutate: () => submit.reset(),
  });
  const focus = useFocus(step);

  const goTo = (to: StepId, path?: string) => {
    if (path !== undefined) focus({ step: to, path });
    if (to === step || !one) return;
    void navigate({ to: '/cases/$id/edit', params: { id: one.id }, search: { step: to } });
  };
  /** Saves, then does what follows; a fault leads to its field instead. */
  const saved = async (then: (now: Case) => void | Promise<void>) => {
    const result = await saveDraft();
    if (result === null) return;
    if (isFault(result)) {
      goTo(result.step, result.path);
      return;
    }
    await then(result);
  };
  const leaveFor = (to: StepId) =>
    saved(async (now) => {
      check.mutate(now.id);
      const isNew = one === null;
      await navigate({ to: '/cases/$id/edit', params: { id: now.id }, search: { step: to }, replace: isNew });
    });
  const next = steps[steps.indexOf(step) + 1];
  const before = steps[steps.indexOf(step) - 1];
  const failed = gatesOf(submit.error);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 2 }}>
        <StepList steps={steps} now={step} isNew={one === null} goTo={(to) => void leaveFor(to)} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void leaveFor(next ?? step);
            }}
          >
            <Stack>
              <Title order={2} size="h3" tabIndex={-1} data-step={step} style={{ outline: 'none' }}>
                {stepNames[step]}
              </Title>
              {intake.wasRestored && (
                <Alert variant="outline">
                  <Group justify="space-between">
                    {words.restored}
                    <Button size="xs" variant="default" onClick={intake.discard}>
                      {words.discard}
                    </Button>
                  </Group>
                </Alert>
              )}
              {intake.newer && (
                <Alert color="red" variant="outline" role="alert" title={words.newerTitle}>
                  <Stack gap="xs" align="start">
                    {words.newer}
                    <Group gap="xs">
                      <Button size="xs" variant="default" onClick={intake.discard}>
                        {words.takeNewer}
                      </Button>
                      <Button size="xs" variant="default" onClick={() => void intake.keepMine()}>
                        {words.keepMine}
                      </Button>
                    </Group>
                  </Stack>
                </Alert>
              )}
              <RefusalAlert error={intake.error} />
              <RefusalAlert error={placeError}>
                <Button size="xs" variant="default" onClick={() => void readPlace()}>
                  {words.readPlace}
                </Button>
              </RefusalAlert>
              <StepFields
                step={step}
                one={one}
                mode={mode}
                intake={intake}
                required={(path) => isRequired(required, path)}
                onEvidence={() => one && check.mutate(one.id)}
              />
              {step === 'finish' && <RefusalAlert error={failed ? null : submit.error} />}
              <Group justify="space-between">
                {before === undefined ? (
                  <span />
                ) : (
                  <Button variant="default" onClick={() => void leaveFor(before)}>
                    {words.back}
                  </Button>
                )}
                {next === undefined ? (
                  <Button loading={intake.isSaving || submit.isPending} onClick={() => void saved(sendIn)}>
                    {words.submit}
                  </Button>
                ) : (
                  <Button type="submit" loading={intake.isSaving}>
                    {words.save}
                  </Button>
                )}
              </Group>
              {one && (
                <Group justify="space-between">
                  <Text size="sm" c="dimmed">
                    {words.saved(formatMoment(one.updatedAt))}
                  </Text>
                  <AppLink to="/cases/$id" params={{ id: one.id }} size="sm">
                    {words.toCase}
                  </AppLink>
                </Group>
              )}
            </Stack>
          </form>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 3 }}>
        <GatesPanel
          results={failed ?? check.data?.results ?? null}
          error={check.error}
          isChecking={check.isPending}
          check={one && (() => void saved((now) => check.mutate(now.id)))}
          goTo={(gate) => goTo(stepOf(pathOfGate(gate)), pathOfGate(gate))}
        />
      </Grid.Col>
    </Grid>
  );

  async function sendIn(now: Case): Promise<void> {
    // A refusal is shown by what has failed.
    const { case: submitted } = await submit.mutateAsync(now.id).catch(() => ({ case: null }));
    if (!submitted) return;
    queries.setQueryData(caseQuery(mode, submitted.id).queryKey, submitted);
    void queries.invalidateQueries({ queryKey: [mode] });
    await navigate({ to: '/cases/$id', params: { id: submitted.id } });
  }
}

function isFault(result: Case | IntakeFault): result is IntakeFault {
  return 'path' in result;
}

/** The results in a refused submit. */
function gatesOf(error: Error | null) {
  if (!(error instanceof Refusal) || error.code !== 'gates_failed') return null;
  const details = error.details as Partial<Output<'POST /v1/cases/{id}/validate'>> | null;
  return details?.results ?? null;
}

/** Puts the focus on a field once its step is on the page, and otherwise on the heading of a new step. */
function useFocus(step: StepId) {
  const [wish, setWish] = useState<IntakeFault | null>(null);
  const shown = useRef(step);
  useEffect(() => {
    const isNewStep = shown.current !== step;
    shown.current = step;
    if (wish !== null && wish.step !== step && !isNewStep) return; // its step is on the way
    const field = wish?.step === step ? fieldOf(wish.path) : null;
    if (wish !== null || isNewStep) (field ?? document.querySelector<HTMLElement>(`[data-step="${step}"]`))?.focus();
    setWish(null);
  }, [wish, step]);
  return setWish;
}

/** The field of a path, or of what it is a part of: a line of the ledger can be on another page of it. */
function fieldOf(path: string): HTMLElement | null {
  const place = (of: string) => `[data-path="${CSS.escape(of)}"]`;
  const within = (of: string) => ['', ' '].map((gap) => `${place(of)}${gap}:is(input, select, textarea, [tabindex])`);
  const find = (of: string) => document.querySelector<HTMLElement>(within(of).join());
  return find(path) ?? find(firstPart(path));
}
