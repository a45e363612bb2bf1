import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { counted } from '../../shared/format.ts';
import classes from './intake.module.css';
import { type StepId, stepNames } from './steps.ts';

interface StepListProps {
  steps: readonly StepId[];
  now: StepId;
  /** Whether the case is unsaved, so that other steps can't be opened yet. */
  isNew: boolean;
  /** The number of failing checks in each step. Null until the case is checked. */
  left: ReadonlyMap<StepId, number> | null;
  /** Whether the case has any evidence. */
  hasFiles: boolean;
  goTo: (step: StepId) => void;
}

/** Lists the steps and marks those that are done: next to the form, or folded above it on a phone. */
export function StepList(props: StepListProps) {
  const { steps, now, left } = props;
  const all = left && [...left.values()].reduce((sum, count) => sum + count, 0);
  return (
    <>
      <nav className={classes['steps']} aria-label="Steps">
        <Steps {...props} />
      </nav>
      <details key={now} className={classes['foldedSteps']}>
        <summary>
          <span>
            <b>
              Step {steps.indexOf(now) + 1} of {steps.length}
            </b>{' '}
            {all !== null && all > 0 && `· ${counted(all, 'item')} left`}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </summary>
        <Steps {...props} />
      </details>
    </>
  );
}

function Steps({ steps, now, isNew, left, hasFiles, goTo }: StepListProps) {
  return (
    <ol>
      {steps.map((step) => {
        const isPassed = left !== null && !left.has(step);
        const isEmpty = step === 'evidence' && !hasFiles;
        const isDone = isPassed && !isEmpty && step !== 'finish';
        return (
          <li key={step} data-status={step === now ? 'now' : isDone ? 'done' : 'ahead'}>
            <button
              type="button"
              aria-current={step === now ? 'step' : undefined}
              disabled={isNew && step !== now}
              onClick={() => goTo(step)}
            >
              <span className={classes['bullet']}>
                {isDone && step !== now && <IconCheck size={12} stroke={3} aria-hidden />}
              </span>
              <span>{stepNames[step]}</span>
              {isDone && <span className="sr">, done</span>}
              {isPassed && isEmpty && <span className={classes['stepNote']}>None</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
