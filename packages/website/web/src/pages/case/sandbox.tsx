import { Button, Text, Title } from '@mantine/core';
import { IconFlask, IconPlayerTrackNext } from '@tabler/icons-react';
import { lazy, useId } from 'react';
import type { Case } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { clockDay, clockOf, isFinished } from '../../shared/case-facts.ts';
import { counted, daysBetween, formatMoment, formatWeekday } from '../../shared/format.ts';
import { DialogButton } from '../../shared/dialog.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { Directives } from './directives.tsx';
import classes from './sandbox.module.css';
import { useCaseAction } from './use-case.ts';

/**
 * The controls for a sandbox case: its clock, and buttons that advance it or simulate an event. They are shown next to
 * the case, because they aren't part of it.
 */
export function Sandbox({ one }: { one: Case }) {
  const id = useId();
  if (isFinished(one)) return null;
  const next = advanceText(one);
  return (
    <section aria-labelledby={id} className={`${classes['sandbox']} no-print`}>
      <Title order={2} id={id} className={classes['title']}>
        <IconFlask size={16} aria-hidden />
        Sandbox
      </Title>
      <dl className={classes['facts']}>
        <dt>Case clock</dt>
        <dd>
          <Clock one={one} />
        </dd>
        {next !== null && (
          <>
            <dt>Next step</dt>
            <dd>{next}</dd>
          </>
        )}
      </dl>
      <Tools one={one} canAdvance={next !== null} />
    </section>
  );
}

function Tools({ one, canAdvance }: { one: Case; canAdvance: boolean }) {
  const advance = useCaseAction(one, 'advance');
  const retryAt = retryOf(advance.error);
  // While the notice period runs, the card with the next step has the page's primary button.
  const isPrimary = one.state !== 'cure_period';
  return (
    <>
      <div className={classes['tools']}>
        {canAdvance && (
          <Button
            variant={isPrimary ? 'filled' : 'default'}
            leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
            {...advance.button}
          >
            Advance
          </Button>
        )}
        {/* Nothing can be simulated for a draft. It can only contain directives for later. */}
        {one.state === 'draft' ? (
          <DialogButton verb="Directives" dialog={{ size: 'lg' }}>
            {() => <Directives one={one} />}
          </DialogButton>
        ) : (
          <DialogButton
            verb="Simulate an event"
            button={canAdvance ? { variant: 'subtle' } : {}}
            dialog={{ size: 'lg' }}
          >
            {(close) => <Scenarios one={one} close={close} />}
          </DialogButton>
        )}
      </div>
      <RefusalAlert error={advance.error}>
        {retryAt !== null && <Text size="sm">The failed step will be retried on {formatMoment(retryAt)}.</Text>}
      </RefusalAlert>
    </>
  );
}

const Scenarios = lazy(() => import('./scenarios.tsx'));

function retryOf(error: Error | null): string | null {
  const details = error instanceof Refusal ? (error.details as { retryAt?: unknown } | null) : null;
  return typeof details?.retryAt === 'string' ? details.retryAt : null;
}

/** Shows the day on the case's clock, in UTC like all dates of a test case. */
function Clock({ one }: { one: Case }) {
  const day = clockDay(one);
  const ahead = daysBetween(new Date().toISOString().slice(0, 10), day);
  return (
    <>
      <time dateTime={clockOf(one).toISOString()}>{formatWeekday(day)}</time>
      {ahead > 0 && `, ${counted(ahead, 'day')} ahead`}
    </>
  );
}

/** Says what the next advance does in this state. Returns null if there is nothing to advance. */
function advanceText({ state, data }: Pick<Case, 'state' | 'data'>): string | null {
  if (state === 'judgment_entered' && data.progress.judgment?.outcome !== 'plaintiff') return 'The case is closed.';
  return advanceTexts[state] ?? null;
}

const advanceTexts: Partial<Record<Case['state'], string>> = {
  notice_review: 'The reviewer approves the notice, and it goes out for service.',
  notice_approved: 'The notice goes out for service.',
  notice_sent: 'The notice is served, and the notice period begins.',
  cure_period: 'The notice period ends, and the court filing is made.',
  filing_review: 'The reviewer approves the filing, and it goes to the court.',
  filing_approved: 'The filing goes to the court.',
  filing_submitted: 'The clerk accepts the filing, and the summons goes out for service.',
  filing_accepted: 'The summons goes out for service.',
  filing_rejected: 'The filing is corrected and reviewed again.',
  summons_sent: 'The summons is served.',
  summons_served: 'The court sets a hearing.',
  hearing_scheduled: 'The hearing takes place, and the court enters judgment.',
  judgment_entered: 'The appeal period ends, and the writ is requested.',
  writ_requested: 'The court issues the writ.',
  writ_issued: 'The officer executes the writ, and the case is closed.',
};
