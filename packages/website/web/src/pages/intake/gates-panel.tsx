import { Progress, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconCircle } from '@tabler/icons-react';
import { counted } from '../../shared/format.ts';
import { Hint, Lines, Section, SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { gateName, leftIn, reasonText, type Results } from './checks.ts';
import classes from './intake.module.css';
import { stepIds, stepNeeds, type StepId, stepNames, stepOfGate } from './steps.ts';

/** Lists what a new case needs, next to its first step. */
export function WhatYouNeed({ steps }: { steps: readonly StepId[] }) {
  return (
    <Section title="What you need">
      <Lines>
        {steps.map(
          (step) =>
            stepNeeds[step] && (
              <Text key={step} component="li" size="sm">
                {stepNeeds[step]}
              </Text>
            ),
        )}
      </Lines>
      <Hint>Each step is saved as a draft, so you can stop at any time and continue later.</Hint>
    </Section>
  );
}

interface GatesPanelProps {
  step: StepId;
  /** Null until the case is checked. */
  results: Results | null;
  error: Error | null;
  isChecking: boolean;
  /** Whether this step has unsaved changes. The checks are about the facts as last saved. */
  isStale: boolean;
  check: () => void;
  goTo: (gate: string) => void;
  goToStep: (step: StepId) => void;
}

/**
 * Shows the results of the checks next to the form: in full for this step, and only the number of failed checks for the
 * others. The last step lists all of them above its summary. Clicking a failed check goes to its field.
 */
export function GatesPanel({ step, results, error, isChecking, isStale, check, goTo, goToStep }: GatesPanelProps) {
  const of = (status: Results[number]['status']) => results?.filter((result) => result.status === status) ?? [];
  const isHere = ({ gate }: Results[number]) => step !== 'finish' && stepOfGate(gate) === step;
  const [failed, warned, passed] = [of('fail'), of('warn').filter(isHere), of('pass')];
  const elsewhere = leftIn(failed.filter((result) => !isHere(result)));
  return (
    <Section
      title="Before you submit"
      beside={
        <span className={classes['left']} aria-live="polite">
          {failed.length > 0 ? `${counted(failed.length, 'item')} left` : results && !isStale && 'Ready to submit'}
        </span>
      }
    >
      {results && (
        <Progress.Root size={4} radius="xl" className={classes['progress'] ?? ''}>
          <Progress.Section
            value={(100 * passed.length) / Math.max(1, passed.length + failed.length)}
            aria-label="Checks passed"
          />
        </Progress.Root>
      )}
      {!results && !error && <Skeleton h={160} aria-label="Checking" role="progressbar" />}
      <RefusalAlert error={error} />
      <GateList results={failed.filter(isHere)} step={step} goTo={goTo} />
      {elsewhere.size > 0 && (
        <ul className={classes['elsewhere']}>
          {stepIds
            .filter((other) => elsewhere.has(other))
            .map((other) => (
              <li key={other}>
                <button type="button" onClick={() => goToStep(other)}>
                  {stepNames[other]}
                  <span>{elsewhere.get(other)} left</span>
                </button>
              </li>
            ))}
        </ul>
      )}
      {warned.length > 0 && (
        <div>
          <Hint>{counted(warned.length, 'warning')}. You can submit anyway.</Hint>
          <GateList results={warned} step={step} goTo={goTo} />
        </div>
      )}
      {passed.length > 0 && (
        <details className={classes['passed']}>
          <summary>
            {passed.length} passed
            <IconChevronDown size={14} aria-hidden />
          </summary>
          <ul>
            {passed.map(({ gate }) => (
              <li key={gate}>
                <IconCheck size={14} color="var(--good)" aria-hidden />
                {gateName(gate)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isStale && <Hint size="xs">Your changes are not checked yet.</Hint>}
      {(step !== 'finish' || error) && (
        <div>
          <SmallButton loading={isChecking} onClick={check}>
            Save and check
          </SmallButton>
        </div>
      )}
    </Section>
  );
}

interface GateListProps {
  results: Results;
  /** The current step. A failed check of another step is shown with the name of that step. */
  step?: StepId;
  goTo: (gate: string) => void;
}

/** Lists the results of the checks, each as a link to its field. */
export function GateList({ results, step, goTo }: GateListProps) {
  if (results.length === 0) return null;
  return (
    <ul className={`${classes['checkList']} breakable`}>
      {results.map((result) => {
        const { gate } = result;
        const text = reasonText(result);
        const isFault = result.status === 'fail';
        const where = stepOfGate(gate);
        return (
          <li key={gate}>
            {isFault ? (
              <IconCircle size={16} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} color="var(--warn)" aria-hidden />
            )}
            <button type="button" onClick={() => goTo(gate)}>
              {isFault ? text : gateName(gate)}
            </button>
            {!isFault && <small>{text}</small>}
            {isFault && where !== step && <small>{stepNames[where]}</small>}
          </li>
        );
      })}
    </ul>
  );
}
