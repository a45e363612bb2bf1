import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import type { FirstStepsDone, Me } from '../../api/queries.ts';
import { Note, Section, SmallButton } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { useAction } from '../../shared/use-action.ts';
import { SampleCase } from '../intake/sample-case.tsx';
import classes from './home.module.css';

interface FirstStepsProps {
  me: Me;
  hasCase: boolean;
  done: FirstStepsDone;
}

/**
 * A checklist for a new organization. A step is checked off once the data shows that it was taken. Disappears when all
 * steps are done or the user closes it.
 */
export function FirstSteps({ me, hasCase, done }: FirstStepsProps) {
  const [isClosed, setClosed] = useLocalStorage({
    key: `first steps of ${me.organization.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (isClosed) return null;
  const steps: readonly Step[] = [
    {
      name: 'Confirm your email address',
      isDone: me.organization.verified,
      help: 'Click the link we emailed you.',
      ...(me.user.role === 'owner' && { action: <SendAgain /> }),
    },
    {
      name: 'Create a test case',
      isDone: hasCase,
      help: 'Start with a sample: every fact is filled in.',
      action: <SampleCase />,
    },
    {
      name: 'Submit it',
      isDone: done.isSubmitted,
      help: 'Open it, check it, and submit it. Nothing is served or filed.',
    },
    {
      name: 'Finish a test case',
      isDone: done.isFinished,
      help: 'Advance it step by step, from notice to writ.',
    },
  ];
  const count = steps.filter(({ isDone }) => isDone).length;
  if (count === steps.length) return null;
  return (
    <Section
      title="First steps"
      beside={
        <>
          <Note>
            {count} of {steps.length} done
          </Note>
          <ActionIcon
            variant="subtle"
            size="var(--control-sm)"
            c="var(--ink-2)"
            aria-label="Close the first steps"
            onClick={() => setClosed(true)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <StepLine key={step.name} {...step} />
        ))}
      </ol>
    </Section>
  );
}

/** A button that emails another link to confirm the address. */
function SendAgain() {
  const { button, error } = useAction({
    run: () => call('POST /v1/me/address/mail', {}),
    onDone: () =>
      notifications.show({ message: 'If your address is not confirmed yet, a link is on its way. At most 3 an hour.' }),
  });
  return (
    <>
      <SmallButton {...button}>Send the link again</SmallButton>
      {error && (
        <div className={classes['refused']}>
          <RefusalAlert error={error} />
        </div>
      )}
    </>
  );
}

interface Step {
  name: string;
  isDone: boolean;
  help: string;
  action?: ReactNode;
}

function StepLine({ name, isDone, help, action }: Step) {
  return (
    <li data-done={isDone}>
      <span className={classes['bullet']}>{isDone && <IconCheck size={12} stroke={3} aria-hidden />}</span>
      <div>
        <b>
          {name}
          {isDone && <span className="sr"> (done)</span>}
        </b>
        {!isDone && <small>{help}</small>}
      </div>
      {!isDone && action}
    </li>
  );
}
