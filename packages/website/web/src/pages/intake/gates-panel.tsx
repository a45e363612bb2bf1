import { Progress, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { counted } from '../../shared/format.ts';
import { Hint, Section, SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { gateName, reasonText, type Results } from './checks.ts';
import classes from './intake.module.css';
import { pathOfGate, stepNames, stepOf } from './steps.ts';

interface GatesPanelProps {
  /** Null until the case is checked. */
  results: Results | null;
  error: Error | null;
  isChecking: boolean;
  /** Whether the form has changes that are not saved. The checks are about what was saved last. */
  isDirty: boolean;
  /** Runs the checks. Null until there is a draft. */
  check: (() => void) | null;
  /** Whether the page lists the failed checks and the warnings elsewhere. */
  isShort: boolean;
  goTo: (gate: string) => void;
}

/** Shows the results of the checks next to the form. Clicking a failed check goes to its field. */
export function GatesPanel({ results, error, isChecking, isDirty, check, isShort, goTo }: GatesPanelProps) {
  const of = (status: Results[number]['status']) => results?.filter((result) => result.status === status) ?? [];
  const [failed, warned, passed] = [of('fail'), of('warn'), of('pass')];
  const all = failed.length + warned.length + passed.length;
  return (
    <Section
      title="Before you submit"
      beside={
        <span className={classes['left']} aria-live="polite">
          {results && (failed.length === 0 ? 'Ready to submit' : `${counted(failed.length, 'item')} left`)}
        </span>
      }
    >
      {check === null && <Hint>Save the first step. The checks then list what is left.</Hint>}
      {results && (
        <Progress.Root size={4} radius="xl" className={classes['progress'] ?? ''}>
          <Progress.Section value={(100 * (all - failed.length)) / Math.max(1, all)} aria-label="Checks passed" />
        </Progress.Root>
      )}
      {results && isDirty && <Hint size="xs">Checked as last saved, without your unsaved changes.</Hint>}
      {check && !results && !error && <Skeleton h={160} aria-label="Checking" role="progressbar" />}
      <RefusalAlert error={error} />
      {!isShort && <GateList results={failed} goTo={goTo} />}
      {!isShort && warned.length > 0 && (
        <div>
          <Hint>{counted(warned.length, 'warning')}. You can submit anyway.</Hint>
          <GateList results={warned} goTo={goTo} />
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
      {check && (
        <div>
          <SmallButton loading={isChecking} onClick={check}>
            Save and check
          </SmallButton>
        </div>
      )}
    </Section>
  );
}

/** Lists the results of the checks, each as a link to its field. */
export function GateList({ results, goTo }: { results: Results; goTo: (gate: string) => void }) {
  if (results.length === 0) return null;
  return (
    <ul className={`${classes['checkList']} breakable`}>
      {results.map((result) => {
        const { gate } = result;
        const text = reasonText(result);
        const isFault = result.status === 'fail';
        return (
          <li key={gate}>
            {isFault ? (
              <IconAlertCircle size={16} color="var(--bad)" aria-hidden />
            ) : (
              <IconAlertTriangle size={16} color="var(--warn)" aria-hidden />
            )}
            <button type="button" onClick={() => goTo(gate)}>
              {isFault ? text : gateName(gate)}
            </button>
            <small>{isFault ? stepNames[stepOf(pathOfGate(gate))] : text}</small>
          </li>
        );
      })}
    </ul>
  );
}
