import { Alert, Box, Button, Grid, Group, NativeSelect, NavLink, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import { type Case, meQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { formatMoment } from '../../shared/format.ts';
import { AppLink, Hint, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { useNarrowerThan } from '../../shared/use-narrower-than.ts';
import { StateFactsPanel } from '../../shared/state-facts-panel.tsx';
import { GateList, GatesPanel } from './gates-panel.tsx';
import { StepFields } from './step-fields.tsx';
import { type StepId, stepNames } from './steps.ts';
import { useIntake } from './use-intake.ts';
import { useSteps } from './use-steps.ts';

interface IntakeProps {
  /** Null while the case is not made yet. */
  one: Case | null;
  mode: Mode;
  step: StepId;
  /** Files of the inbox with which a new case begins. */
  files?: string[] | undefined;
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

type IntakeFormProps = IntakeProps & { userId: string; onDiscard: () => void };

function IntakeForm({ one, mode, step: wished, userId, onDiscard, files }: IntakeFormProps) {
  const intake = useIntake({ one, mode, userId, files }, onDiscard);
  const { steps } = intake;
  const { data: place, error: placeError, refetch: readPlace } = intake.jurisdiction;
  const step = !place || steps.includes(wished) ? wished : 'place';
  const { submit, check, goToGate, saveAndGoTo, saveAndCheck, saveAndSubmit } = useSteps({
    ...intake,
    one,
    mode,
    step,
  });
  const next = steps[steps.indexOf(step) + 1];
  const before = steps[steps.indexOf(step) - 1];
  const failed = submit.error instanceof Refusal ? submit.error.gates : null;
  const [isConfirmed, setConfirmed] = useState(false);
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const confirmation = {
    isGiven: isConfirmed,
    isMissing: isUnconfirmed && !isConfirmed,
    give: setConfirmed,
  };
  const confirmAndSubmit = () => {
    const isMissing = mode === 'live' && !isConfirmed;
    setUnconfirmed(isMissing);
    if (isMissing) document.querySelector<HTMLElement>('[data-path="confirmation"]')?.focus();
    else void saveAndSubmit();
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 2 }}>
        <StepList steps={steps} now={step} isNew={one === null} goTo={(to) => void saveAndGoTo(to)} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void saveAndGoTo(next ?? step);
            }}
          >
            <Stack>
              <Title order={2} size="h3" tabIndex={-1} data-step={step} style={{ outline: 'none' }}>
                {stepNames[step]}
              </Title>
              <OtherVersions intake={intake} />
              <RefusalAlert error={intake.error} />
              <RefusalAlert error={placeError}>
                <SmallButton onClick={() => void readPlace()}>Reload what this place asks for</SmallButton>
              </RefusalAlert>
              <StepFields
                step={step}
                one={one}
                mode={mode}
                intake={intake}
                onEvidence={() => one && check.mutate(one.id)}
                confirmation={confirmation}
              />
              {step === 'finish' && submit.error && (
                <NotSubmitted key={submit.submittedAt} error={submit.error} goTo={goToGate} />
              )}
              <Group justify="space-between">
                {before === undefined ? (
                  <span />
                ) : (
                  <Button variant="default" onClick={() => void saveAndGoTo(before)}>
                    Back
                  </Button>
                )}
                {next === undefined ? (
                  <Button loading={intake.isSaving || submit.isPending} onClick={confirmAndSubmit}>
                    Submit case
                  </Button>
                ) : (
                  <Button type="submit" loading={intake.isSaving}>
                    Save and continue
                  </Button>
                )}
              </Group>
              {one && (
                <Group justify="space-between">
                  <Hint>Saved as a draft {formatMoment(one.updatedAt)}</Hint>
                  <AppLink to="/cases/$id" params={{ id: one.id }} size="sm">
                    Back to the case
                  </AppLink>
                </Group>
              )}
            </Stack>
          </form>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 3 }}>
        <Stack>
          <GatesPanel
            results={failed ?? check.data?.results ?? null}
            error={check.error}
            isChecking={check.isPending}
            check={one && (() => void saveAndCheck())}
            goTo={goToGate}
          />
          <StateFactsPanel code={intake.form.values.property.state} ground={intake.form.values.ground} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** Why a submit was refused, beside its button and with the focus; each reason leads to its field. */
function NotSubmitted({ error, goTo }: { error: Error; goTo: (gate: string) => void }) {
  const focused = useRef<HTMLDivElement>(null);
  useEffect(() => focused.current?.focus(), []);
  const gates = error instanceof Refusal ? error.gates : null;
  return (
    <div ref={focused} tabIndex={-1} style={{ outline: 'none' }}>
      {gates ? (
        <Alert color="red" variant="outline" role="alert" title="The case was not submitted">
          <GateList results={gates.filter(({ status }) => status === 'fail')} goTo={goTo} />
        </Alert>
      ) : (
        <RefusalAlert error={error} />
      )}
    </div>
  );
}

interface StepListProps {
  steps: readonly StepId[];
  now: StepId;
  /** Before the first save there is nothing to go to. */
  isNew: boolean;
  goTo: (step: StepId) => void;
}

function StepList({ steps, now, isNew, goTo }: StepListProps) {
  const isNarrow = useNarrowerThan('md');
  if (isNarrow) {
    return (
      <NativeSelect
        label={`Step ${steps.indexOf(now) + 1} of ${steps.length}`}
        data={steps.map((step) => ({ value: step, label: stepNames[step], disabled: isNew && step !== now }))}
        value={now}
        onChange={({ currentTarget }) => goTo(currentTarget.value as StepId)}
      />
    );
  }
  return (
    <Box component="nav" aria-label="Steps">
      {steps.map((step, index) => (
        <NavLink
          key={step}
          component="button"
          type="button"
          label={`${index + 1}. ${stepNames[step]}`}
          active={step === now}
          variant="subtle"
          aria-current={step === now ? 'step' : undefined}
          disabled={isNew && step !== now}
          aria-disabled={isNew && step !== now}
          onClick={() => goTo(step)}
        />
      ))}
    </Box>
  );
}

/** What this tab had not saved is here again, or somebody else has saved the draft since. */
function OtherVersions({ intake }: { intake: ReturnType<typeof useIntake> }) {
  const { wasRestored, newer, discard, keepMine } = intake;
  return (
    <>
      {wasRestored && (
        <Alert variant="outline">
          <Group justify="space-between">
            Your unsaved changes have been restored.
            <SmallButton onClick={discard}>Discard them</SmallButton>
          </Group>
        </Alert>
      )}
      {newer && (
        <Alert color="red" variant="outline" role="alert" title="This draft was changed elsewhere">
          <Stack gap="xs" align="start">
            It was saved in another tab, or by someone else, after you opened it. What you typed is not saved yet.
            <Group gap="xs">
              <SmallButton onClick={discard}>Load the saved draft</SmallButton>
              <SmallButton onClick={() => void keepMine()}>Overwrite with mine</SmallButton>
            </Group>
          </Stack>
        </Alert>
      )}
    </>
  );
}
