import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFlask } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import { type Case, meQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { PageTitle, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { StateFactsPanel } from '../../shared/state-facts-panel.tsx';
import { leftIn, withoutStale } from './checks.ts';
import { GateList, GatesPanel, WhatYouNeed } from './gates-panel.tsx';
import classes from './intake.module.css';
import { IntakePage } from './intake-page.tsx';
import { LastChecks } from './last-checks.tsx';
import { SampleCase } from './sample-case.tsx';
import { StepFields } from './step-fields.tsx';
import { StepList } from './step-list.tsx';
import { stepHelp, type StepId, stepNames } from './steps.ts';
import { Fee } from './summary.tsx';
import { useIntake } from './use-intake.ts';
import { useSteps } from './use-steps.ts';

interface IntakeProps {
  /** Null until the case is created. */
  one: Case | null;
  mode: Mode;
  step: StepId;
  /** The inbox files that a new case starts with. */
  files?: string[] | undefined;
}

/** Asks for the facts of a case in steps. Leaving a step saves it as a draft. */
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
  const saved = failed ?? check.data?.results ?? null;
  const isStale = intake.isDirty && step !== 'finish';
  const results = useMemo(() => (saved && isStale ? withoutStale(saved, step) : saved), [saved, isStale, step]);
  const left = useMemo(() => results && leftIn(results), [results]);
  return (
    <IntakePage one={one} isDirty={intake.isDirty}>
      <div className={classes['intake']}>
        <StepList
          steps={steps}
          now={step}
          isNew={one === null}
          left={left}
          hasFiles={(one?.documents.length ?? 0) > 0}
          goTo={(to) => void saveAndGoTo(to)}
        />
        <form
          noValidate
          className={classes['form']}
          onSubmit={(event) => {
            event.preventDefault();
            void saveAndGoTo(next ?? step);
          }}
        >
          <header>
            <PageTitle key={step}>{stepNames[step]}</PageTitle>
            <p>{stepHelp[step]}</p>
          </header>
          {one === null && <Beginning mode={mode} files={files} />}
          <OtherVersions intake={intake} />
          <RefusalAlert error={intake.error} />
          <RefusalAlert error={placeError}>
            <SmallButton onClick={() => void readPlace()}>Reload the requirements for this place</SmallButton>
          </RefusalAlert>
          <StepFields
            step={step}
            one={one}
            mode={mode}
            intake={intake}
            results={saved}
            onEvidence={() => one && check.mutate(one.id)}
            confirmation={confirmation}
            goToStep={(to) => void saveAndGoTo(to)}
            checks={!check.error && <LastChecks results={results} goTo={goToGate} />}
          />
          {step === 'finish' && submit.error && (
            <NotSubmitted key={submit.submittedAt} error={submit.error} goTo={goToGate} />
          )}
          <footer>
            {before !== undefined && (
              <Button variant="default" size="md" onClick={() => void saveAndGoTo(before)}>
                Back
              </Button>
            )}
            {next === undefined ? (
              <>
                {one?.mode === 'live' && <Fee one={one} />}
                <Button size="md" loading={intake.isSaving || submit.isPending} onClick={confirmAndSubmit}>
                  Submit case
                </Button>
              </>
            ) : (
              <Button type="submit" size="md" loading={intake.isSaving}>
                Save and continue
              </Button>
            )}
          </footer>
        </form>
        <aside className={classes['checks']} aria-label="Checks">
          {one === null ? (
            <WhatYouNeed steps={steps} />
          ) : (
            <GatesPanel
              step={step}
              results={results}
              error={check.error}
              isChecking={check.isPending}
              isStale={isStale}
              check={() => void saveAndCheck()}
              goTo={goToGate}
              goToStep={(to) => void saveAndGoTo(to)}
            />
          )}
          {/* Shown below the checks once their height is known. */}
          {(one === null || results || check.error) && (
            <StateFactsPanel code={intake.form.values.property.state} ground={intake.form.values.ground} />
          )}
        </aside>
      </div>
    </IntakePage>
  );
}

/** Says which inbox files a new case starts with. Otherwise offers a sample, in test mode. */
function Beginning({ mode, files }: Pick<IntakeProps, 'mode' | 'files'>) {
  if (files !== undefined) {
    return (
      <Alert color="blue">
        {files.length === 1 ? 'The file you chose becomes' : `The ${files.length} files you chose become`} evidence of
        this case when you save the first step.
      </Alert>
    );
  }
  if (mode === 'live') return null;
  return (
    <div className={classes['sample']}>
      <IconFlask size={18} aria-hidden />
      <p>
        <b>Only trying it out?</b>{' '}
        <span className={classes['wide']}>Start from a sample with every fact filled in.</span>
      </p>
      <SampleCase />
    </div>
  );
}

/** Says next to the button why a submit was refused, and takes the focus. Each reason is a link to its field. */
function NotSubmitted({ error, goTo }: { error: Error; goTo: (gate: string) => void }) {
  const focused = useRef<HTMLDivElement>(null);
  useEffect(() => focused.current?.focus(), []);
  const gates = error instanceof Refusal ? error.gates : null;
  return (
    <div ref={focused} tabIndex={-1} style={{ outline: 'none' }}>
      {gates ? (
        <Alert color="red" role="alert" title="The case was not submitted">
          <GateList results={gates.filter(({ status }) => status === 'fail')} goTo={goTo} />
        </Alert>
      ) : (
        <RefusalAlert error={error} />
      )}
    </div>
  );
}

/** Says that this tab's unsaved input was restored, or that somebody else has saved the draft since. */
function OtherVersions({ intake }: { intake: ReturnType<typeof useIntake> }) {
  const { wasRestored, newer, discard, keepMine } = intake;
  return (
    <>
      {wasRestored && (
        <Alert color="blue">
          <Group justify="space-between">
            Your unsaved changes have been restored.
            <SmallButton onClick={discard}>Discard them</SmallButton>
          </Group>
        </Alert>
      )}
      {newer && (
        <Alert color="red" role="alert" title="This draft was changed elsewhere">
          It was saved in another tab, or by someone else, after you opened it. What you typed is not saved yet.
          <Group gap="xs" mt="sm">
            <SmallButton onClick={discard}>Load the saved draft</SmallButton>
            <SmallButton onClick={() => void keepMine()}>Overwrite with mine</SmallButton>
          </Group>
        </Alert>
      )}
    </>
  );
}
