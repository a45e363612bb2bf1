import { IconCheck, IconChevronDown, IconPlayerPause } from '@tabler/icons-react';
import { type Step, stepNames } from './life.ts';
import classes from './stepper.module.css';

interface StepperProps {
  steps: readonly Step[];
  /** The text under the name of a step, such as a date. None by default. */
  noteOf?: (step: Step) => string | null;
}

/**
 * Draws the life of a case: what is done, where it is now, and what can follow. A phone shows only the current step.
 */
export function Stepper({ steps, noteOf = () => null }: StepperProps) {
  const place = steps.findIndex(({ status }) => status === 'now');
  const now = steps[place];
  const next = steps[place + 1];
  return (
    <>
      <ol className={classes['stepper']} aria-label="Life of the case">
        {steps.map((step) => (
          <StepItem key={step.name} step={step} note={noteOf(step)} />
        ))}
      </ol>
      <div className={classes['phone']}>
        <div className={classes['bars']} aria-hidden>
          {steps.map(({ name, status, isHeld }) => (
            <span key={name} data-status={status} data-held={isHeld} />
          ))}
        </div>
        <details>
          <summary className={classes['summary']}>
            <span>
              {now ? (
                <>
                  <b>
                    Step {place + 1} of {steps.length}: {stepNames[now.name]}
                  </b>{' '}
                  {next && `${stepNames[next.name]} is next`}
                </>
              ) : (
                <b>All {steps.length} steps</b>
              )}
            </span>
            <IconChevronDown size={16} aria-hidden />
          </summary>
          <ol className={classes['list']}>
            {steps.map((step) => (
              <StepItem key={step.name} step={step} note={noteOf(step)} />
            ))}
          </ol>
        </details>
      </div>
    </>
  );
}

function StepItem({ step: { name, status, isHeld }, note }: { step: Step; note: string | null }) {
  return (
    <li
      className={classes['step']}
      data-status={status}
      data-held={isHeld}
      aria-current={status === 'now' ? 'step' : undefined}
    >
      <span className={classes['bullet']}>
        {status === 'done' && <IconCheck size={12} stroke={3} aria-hidden />}
        {isHeld && <IconPlayerPause size={11} stroke={3} aria-hidden />}
      </span>
      <span className={classes['name']}>
        {stepNames[name]}
        {status === 'done' && <span className="sr">, done</span>}
      </span>
      {note !== null && <span className={classes['note']}>{note}</span>}
    </li>
  );
}
