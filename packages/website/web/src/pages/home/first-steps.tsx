import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Case, FirstStepsDone, Me } from '../../api/queries.ts';
import { isFinished } from '../../shared/case-facts.ts';
import { ButtonLink, Note, Section } from '../../shared/parts.tsx';
import { SendLinkAgain } from '../../shared/send-link-again.tsx';
import { SampleCase } from '../intake/sample-case.tsx';
import classes from './home.module.css';

interface FirstStepsProps {
  me: Me;
  /** The cases that changed most recently. */
  cases: readonly Case[];
  done: FirstStepsDone;
}

/**
 * A checklist for a new organization. A step is checked off once the data shows that it was taken. Disappears when all
 * steps are done or the user closes it.
 */
export function FirstSteps({ me, cases, done }: FirstStepsProps) {
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
      ...(me.user.role === 'owner' && { action: <SendLinkAgain /> }),
    },
    {
      name: 'Create a test case',
      isDone: cases.length > 0,
      help: 'Start with a sample: every fact is filled in.',
      action: <SampleCase />,
    },
    {
      name: 'Submit it',
      isDone: done.isSubmitted,
      help: 'Open it, check it, and submit it. Nothing is served or filed.',
      action: <OpenCase one={cases.find(({ state }) => state === 'draft')} />,
    },
    {
      name: 'Finish a test case',
      isDone: done.isFinished,
      help: 'Advance it step by step, from notice to writ.',
      action: <OpenCase one={cases.find((one) => one.state !== 'draft' && !isFinished(one))} />,
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

/** A button that opens the case that the next step is about. Renders nothing if there is no such case. */
function OpenCase({ one }: { one: Case | undefined }) {
  if (!one) return null;
  return (
    <ButtonLink to="/cases/$id" params={{ id: one.id }} size="xs" variant="default">
      {one.state === 'draft' ? 'Open draft' : 'Open case'}
    </ButtonLink>
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
