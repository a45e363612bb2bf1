import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import classes from './import.module.css';

const names = ['File', 'Columns', 'Fix rows', 'Import'] as const;
type Step = (typeof names)[number];

/** Shows the current step on a phone, where the list of steps is hidden. */
export function StepOf({ current }: { current: Step }) {
  return (
    <p className={classes['stepOf']}>
      <b>
        Step {names.indexOf(current) + 1} of {names.length}
      </b>{' '}
      {current}
    </p>
  );
}

/** Shows the steps of the import and marks the current one. */
export function Steps({ current }: { current: Step }) {
  const now = names.indexOf(current);
  return (
    <ol aria-label="Steps" className={classes['steps']}>
      {names.map((name, at) => {
        const Icon = at < now ? IconCircleCheckFilled : at === now ? IconCircleDot : IconCircle;
        return (
          <li key={name} data-done={at < now} {...(at === now && { 'aria-current': 'step' })}>
            <Icon size={18} aria-hidden />
            {name}
          </li>
        );
      })}
    </ol>
  );
}
