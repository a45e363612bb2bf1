import { Button, Text, Title } from '@mantine/core';
import { deadlineName } from '@evict/calendar/deadline-name';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowRight, IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Case, caseChargesQuery } from '../../api/queries.ts';
import { clockDay, isFinished, nextDeadline } from '../../shared/case-facts.ts';
import { daysBetween, formatCents, formatDaysLeft, formatMoment, formatWeekday } from '../../shared/format.ts';
import { Card } from '../../shared/parts.tsx';
import { StatusMark } from '../../shared/status.tsx';
import { caseStepOf } from '../../wording/case-steps.ts';
import { Actions } from './actions.tsx';
import { DraftStep } from './draft-step.tsx';
import classes from './next-step.module.css';
import { Report, reportVerbs } from './report.tsx';

/** The page's only card: what happens next, who acts and when, and what the customer can do about it. */
export function NextStep({ one }: { one: Case }) {
  const id = useId();
  const today = clockDay(one);
  const { title, text, after, day } = caseStepOf(one, today);
  const isOver = isFinished(one);
  const cure = one.data.progress.cureReports.at(-1);
  const asked = useAsked(one);
  return (
    <Card aria-labelledby={id}>
      <div className={classes['main']}>
        <Title order={2} size="h2" id={id} tabIndex={-1} data-status className={classes['title']}>
          {isOver && <StatusMark state={one.state} />}
          {title}
        </Title>
        {day !== null && (
          <Countdown days={daysBetween(today, day)} word={one.state === 'cure_period' ? 'left' : 'to go'} />
        )}
        <Text className={`${classes['text']} breakable`}>
          {text}
          {asked}
        </Text>
        {!isOver && <NextDate one={one} today={today} shown={day} />}
        {cure && !isOver && (
          <Text size="sm" className={classes['whole']}>
            A cure was reported on {formatMoment(cure.reportedAt)}.
          </Text>
        )}
        {one.state === 'draft' ? <DraftStep one={one} /> : !isOver && <OpenStep one={one} />}
      </div>
      {after !== null && (
        <p className={classes['then']}>
          <IconArrowRight size={16} aria-hidden />
          <span>
            <b>Then:</b> {after}
          </span>
        </p>
      )}
    </Card>
  );
}

/** Returns a sentence that tells the customer of a live case whether a payment is due while others act. */
function useAsked({ mode, id, state, nextAction: { by } }: Case): string {
  const { data } = useQuery({ ...caseChargesQuery(mode, id), enabled: mode === 'live' });
  const due = data?.items.find((charge) => charge.state === 'due');
  if (mode === 'test' || data === undefined || by === 'none') return '';
  if (due) return ` ${due.description} of ${formatCents(due.amountCents)} is due.`;
  return by === 'customer' || state === 'on_hold' ? '' : ' You have nothing to do now.';
}

function Countdown({ days, word }: { days: number; word: string }) {
  return (
    <p className={classes['countdown']}>
      <b>{days === 0 ? 'Today' : days}</b>
      {days > 0 && (
        <small>
          {days === 1 ? 'day' : 'days'} {word}
        </small>
      )}
    </p>
  );
}

/** Shows the next recorded date, unless the title already contains it. */
function NextDate({ one, today, shown }: { one: Case; today: string; shown: string | null }) {
  const next = nextDeadline(one);
  if (!next || next.date === shown) return null;
  return (
    <p className={classes['date']}>
      <IconCalendarEvent size={16} aria-hidden />
      <span>
        {deadlineName(next.name)}: <time dateTime={next.date}>{formatWeekday(next.date)}</time>,{' '}
        {formatDaysLeft(daysBetween(today, next.date))}
      </span>
    </p>
  );
}

/** Offers what the customer can do while the case is open. */
function OpenStep({ one }: { one: Case }) {
  const [isReporting, report] = useDisclosure(false);
  const { ground, state } = one;
  return (
    <Actions one={one}>
      <Button size="md" variant={state === 'cure_period' ? 'filled' : 'default'} onClick={report.open}>
        {reportVerbs[ground]}
      </Button>
      <Report one={one} isOpen={isReporting} close={report.close} />
    </Actions>
  );
}
