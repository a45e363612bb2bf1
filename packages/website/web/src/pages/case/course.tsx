import { Button, Text } from '@mantine/core';
import { deadlineName } from '@evict/calendar/deadline-name';
import { IconCalendarDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Case, caseEventsQuery } from '../../api/queries.ts';
import { clockDay, isFinished } from '../../shared/case-facts.ts';
import { lifeOf, type Step, type StepName } from '../../shared/life.ts';
import { Stepper } from '../../shared/stepper.tsx';
import { dayOf, daysBetween, formatDaysLeft, formatShortDay, formatWeekday } from '../../shared/format.ts';
import { Lines, Section, Tag } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useAction } from '../../shared/use-action.ts';
import classes from './course.module.css';

/** Draws the life of the case: what is done, where it is now, and what can follow. */
export function Life({ one }: { one: Case }) {
  // Until the history is loaded, the life is drawn from the case's state alone.
  const { data } = useQuery(caseEventsQuery(one.mode, one.id));
  const steps = lifeOf(one, data?.items ?? []);
  const last = steps.findLastIndex(({ status }) => status === 'done');
  return <Stepper steps={steps} noteOf={(step) => noteOn(step, one, steps.indexOf(step) > last)} />;
}

function noteOn({ name, status, since, returns, isHeld }: Step, one: Case, isLater: boolean): string | null {
  if (status === 'passed_over') return isLater ? 'Not reached' : 'Skipped';
  if (status === 'ahead') return null;
  const { notice, hearing, judgment } = one.data.progress;
  const known = { service: notice?.servedDate, hearing: hearing?.date, judgment: judgment?.date };
  const began = since === null ? null : formatShortDay(eventDay(one, since));
  if (isHeld) return 'On hold';
  if (status === 'now') {
    if (name === 'notice_period' && notice?.expires) return `Through ${formatShortDay(notice.expires)}`;
    if (name === 'hearing' && hearing) return formatShortDay(hearing.date);
    return began && `${returns > 0 ? 'Back since' : 'Since'} ${began}`;
  }
  const day = (known as Partial<Record<StepName, string | null>>)[name];
  return day ? formatShortDay(day) : began;
}

/** Returns the day of an event: in UTC for a test case, like its dates, and in the user's time zone for a live one. */
export function eventDay({ mode }: Pick<Case, 'mode'>, moment: string): string {
  return mode === 'test' ? moment.slice(0, 10) : dayOf(new Date(moment));
}

const soonDays = 7;

/** Lists the recorded dates, each with its source and the number of days left. */
export function Deadlines({ one }: { one: Case }) {
  const { deadlines, mode } = one;
  const today = clockDay(one);
  if (deadlines.length === 0) {
    return (
      <Section title="Deadlines">
        <Text size="sm" c="dimmed">
          {isFinished(one)
            ? 'No dates are on record.'
            : 'Dates show up here once the notice is served or the court sets them.'}
        </Text>
      </Section>
    );
  }
  return (
    <Section title="Deadlines" beside={<Calendar one={one} />}>
      <Lines>
        {deadlines.map(({ id, name, date, citation }) => (
          <li key={id ?? `${name} ${date}`} className={classes['deadline']}>
            <time dateTime={date}>{formatWeekday(date)}</time>
            <div className="breakable">
              <b>{deadlineName(name)}</b>
              <small>{citation}</small>
            </div>
            <Left days={daysBetween(today, date)} />
          </li>
        ))}
      </Lines>
      {mode === 'test' && <small className={classes['note']}>Dates follow this case’s own clock.</small>}
    </Section>
  );
}

function Left({ days }: { days: number }) {
  if (days >= 0 && days <= soonDays) return <Tag tone="warning">{formatDaysLeft(days)}</Tag>;
  return <small className={classes['left']}>{days < 0 ? 'passed' : formatDaysLeft(days)}</small>;
}

/** Offers the dates as a calendar file. The code that creates it is loaded on demand. */
function Calendar({ one }: { one: Case }) {
  const { button, error } = useAction({
    run: async () => {
      const { icalendar } = await import('@evict/calendar');
      const { id, mode, deadlines, data, reference: label, updatedAt } = one;
      const { property, progress } = data;
      const url = `${location.origin}/cases/${id}`;
      const shown = { id, mode, deadlines, hearing: progress.hearing, property, label, url };
      return icalendar([{ ...shown, updatedAt: new Date(updatedAt) }]);
    },
    onDone: (file) => saveFile('deadlines.ics', file, 'text/calendar'),
  });
  return (
    <>
      <RefusalAlert error={error} />
      <Button size="xs" variant="subtle" leftSection={<IconCalendarDown size={16} aria-hidden />} {...button}>
        Calendar file
      </Button>
    </>
  );
}
